import type { Frame, FrameLocator, Page } from 'playwright-core'

/** Where a call is shown: a page of the portal, or the frame of the widget. */
export type CallPlace = Page | FrameLocator

export const button = (place: CallPlace, name: string) => place.getByRole('button', { name, exact: true })

export const captions = (place: CallPlace) => place.getByRole('region', { name: 'Captions' })

export const level = async (place: CallPlace, name: string): Promise<number> =>
  Number(await place.getByRole('meter', { name }).getAttribute('aria-valuenow'))

/** Makes the microphones of the next document something that can be unplugged. */
export async function givenUnpluggable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const tracks: MediaStreamTrack[] = []
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    Reflect.set(window, 'unplug', (isLast: boolean) => {
      Reflect.set(window, 'hasNoMicrophone', isLast)
      for (const track of tracks.splice(0)) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    })
    mediaDevices.getUserMedia = async (wanted) => {
      if (Reflect.get(window, 'hasNoMicrophone')) {
        throw new DOMException('Requested device not found', 'NotFoundError')
      }
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
}

type Scope = Page | Frame

/** Unplugs the microphone; without `isLast` the system offers another one. */
export const unplug = (scope: Scope, { isLast }: { isLast: boolean }): Promise<void> =>
  scope.evaluate((last) => Reflect.get(window, 'unplug')(last), isLast)

export const plugIn = (scope: Scope): Promise<boolean> =>
  scope.evaluate(() => Reflect.set(window, 'hasNoMicrophone', false))

type UsedDevices = { microphones: string[]; speakers: string[] }

/** Lets a test see which devices the next document uses. */
export async function givenWatchedDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    const contexts: AudioContext[] = []
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        contexts.push(this)
      }
    }
    Reflect.set(window, 'usedDevices', () => ({
      microphones: tracks
        .filter(({ readyState }) => readyState === 'live')
        .map((track) => track.getSettings().deviceId),
      speakers: contexts.filter(({ state }) => state === 'running').map((context) => Reflect.get(context, 'sinkId')),
    }))
  })
}

/** By their ids. */
export const usedDevices = (scope: Scope): Promise<UsedDevices> =>
  scope.evaluate(() => Reflect.get(window, 'usedDevices')())

/** Chooses the last device of a list; its id. */
export async function chooseLast(place: CallPlace, label: string): Promise<string> {
  const devices = place.getByLabel(label, { exact: true })
  const id = (await devices.locator('option').last().getAttribute('value')) ?? ''
  await devices.selectOption(id)
  return id
}
