import { afterAll, describe, expect, test } from 'vitest'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import { CALENDARS, startCalendars } from '#testing/integrations/calendars.ts'

const calendars = await startCalendars()
afterAll(() => calendars[Symbol.asyncDispose]())

const at = (text: string) => new Date(`${text}Z`)
const review = { title: 'Review', start: '2027-03-29T09:00', end: '2027-03-29T10:00', time_zone: 'Europe/Rome' }
const when = { start: at('2027-03-02T08:00:00'), end: at('2027-03-02T09:00:00') }
const guest = (address: string, more: object = {}) => ({ address, answer: 'none' as const, optional: false, ...more })
const me = guest('ada@accounts.example')

describe.each(CALENDARS)('%s', (_label, service) => {
  const open = () => calendars.given(service)

  test('an event is created with attendees, who are notified', async () => {
    await using given = await open()
    const { created } = await given.json('create_event', {
      ...review,
      attendees: ['bo@example.com', 'cy@example.com'],
      location: 'Room 1',
      description: 'Bring 2 < 3 numbers\nand a pen',
      online_meeting: true,
    })
    expect(created).toMatchObject({
      title: 'Review',
      start: '2027-03-29T09:00:00+02:00',
      end: '2027-03-29T10:00:00+02:00',
      all_day: false,
      location: 'Room 1',
      my_answer: 'organizer',
      attendees: [{ address: 'bo@example.com', answer: 'none' }, { address: 'cy@example.com' }],
      online_meeting: expect.stringMatching(/^https:/),
      description: expect.stringMatching(/^Bring 2 .*numbers\nand a pen$/),
    })
    expect(given.calendar.find(created.id)).toMatchObject({ start: at('2027-03-29T07:00:00'), zone: 'Europe/Rome' })
    expect(given.calendar.notifications).toEqual([{ what: 'invited', to: ['bo@example.com', 'cy@example.com'] }])
  })

  test('an event recurs at the same hour, also after the clocks were changed', async () => {
    await using given = await open()
    const start = { start: '2027-03-27T09:00', end: '2027-03-27T09:15' }
    const { created } = await given.json('create_event', { ...review, ...start, recurrence: 'FREQ=DAILY;COUNT=2' })
    expect(created).toMatchObject({ recurring: true })
    const range = { from: '2027-03-01', to: '2027-03-31', time_zone: 'Europe/Rome' }
    const { events } = await given.json('list_events', range)
    expect(events).toMatchObject([
      { start: '2027-03-27T09:00:00+01:00', series_id: created.id },
      { start: '2027-03-28T09:00:00+02:00', series_id: created.id },
    ])
    const one = await given.json('update_event', { event_id: events[1].id, title: 'Later' })
    expect(one.updated).toMatchObject({ title: 'Later', series_id: created.id })
    await given.json('delete_event', { event_id: events[0].id })
    expect((await given.json('list_events', range)).events).toMatchObject([{ title: 'Later' }])
  })

  test('an event recurs to the last day that was asked for, whatever its hour', async () => {
    await using given = await open()
    const evening = { ...review, start: '2027-03-02T21:00', end: '2027-03-02T22:00', time_zone: 'America/New_York' }
    const days = { ...review, start: '2027-03-02', end: '2027-03-02' }
    await given.json('create_event', { ...evening, recurrence: 'FREQ=DAILY;UNTIL=20270304' })
    await given.json('create_event', { ...days, recurrence: 'FREQ=DAILY;UNTIL=20270304T000000Z' })
    const range = { from: '2027-03-01', to: '2027-03-31', time_zone: 'America/New_York' }
    const { events } = await given.json('list_events', range)
    const starts = (all_day: boolean) =>
      events
        .filter((event: { all_day: boolean }) => event.all_day === all_day)
        .map(({ start }: { start: string }) => start.slice(0, 10))
    expect(starts(false)).toEqual(['2027-03-02', '2027-03-03', '2027-03-04'])
    expect(starts(true)).toEqual(['2027-03-02', '2027-03-03', '2027-03-04'])
  })

  test('an event that lasts whole days has the days that were asked for', async () => {
    await using given = await open()
    const days = { start: '2027-03-10', end: '2027-03-11' }
    const { created } = await given.json('create_event', { ...review, ...days })
    expect(created).toMatchObject({ start: '2027-03-10', end: '2027-03-11', all_day: true })
    expect(given.calendar.find(created.id)).toMatchObject({ end: at('2027-03-12T00:00:00'), all_day: true })
    const { updated } = await given.json('update_event', {
      event_id: created.id,
      start: '2027-03-10T09:00+01:00',
      end: '2027-03-10T10:00+01:00',
    })
    expect(updated).toMatchObject({ start: '2027-03-10T08:00:00+00:00', all_day: false })
    const back = await given.json('update_event', { event_id: created.id, start: '2027-03-12', end: '2027-03-12' })
    expect(back.updated).toMatchObject({ start: '2027-03-12', end: '2027-03-12', all_day: true })
  })

  test('an event in the second of two equal hours is kept there', async () => {
    await using given = await open()
    const second = { start: '2027-10-31T02:30:00+01:00', end: '2027-10-31T02:45:00+01:00' }
    const { created } = await given.json('create_event', { ...review, ...second })
    expect(given.calendar.find(created.id)?.start).toEqual(at('2027-10-31T01:30:00'))
  })

  test.each([
    [{ end: '2027-03-29T09:00' }, /ends before it begins/],
    [{ end: '2027-03-29' }, /both days, or both times/],
    [{ time_zone: undefined }, /Say the time_zone/],
    [
      { recurrence: 'FREQ=DAILY', time_zone: undefined, start: '2027-03-29T09:00Z', end: '2027-03-29T10:00Z' },
      /time_zone of/,
    ],
    [{ recurrence: 'every day' }, /is no part of a recurrence/],
    [{ attendees: ['no address'] }, /input does not fit/],
    [{ title: 'one\r\ntwo' }, /input does not fit/],
    [{ title: '' }, /input does not fit/],
    [{ start: '2027-02-30T09:00' }, /input does not fit/],
    [{ time_zone: 'Mars/Base' }, /input does not fit/],
    [{ calendar: '../me' }, /There is no calendar under this id/],
  ])('an event with %j is refused', async (more, why) => {
    await using given = await open()
    expect(await given.text('create_event', { ...review, ...more })).toMatch(why)
    expect(given.calendar.all()).toEqual([])
  })

  test('an event is there once, although the service was busy or its answer was lost', async () => {
    await using given = await open()
    given.provider.throttle(2)
    await given.json('create_event', { ...review, attendees: ['bo@example.com'] })
    given.calendar.loseAnswers(1)
    const { created } = await given.json('create_event', { ...review, title: 'Plan', attendees: ['bo@example.com'] })
    expect(given.calendar.all().map(({ title }) => title)).toEqual(['Review', 'Plan'])
    expect(created.id).toBe(given.calendar.all()[1]?.id)
    expect(given.calendar.notifications).toHaveLength(2)
  })

  test('an event that one answer asks for eight times at once is there once', async () => {
    await using given = await open()
    const call = { name: `${given.prefix}__create_event`, input: { ...review, attendees: ['bo@example.com'] } }
    const tool_calls = Array.from({ length: 8 }, (_, n) => ({ id: `call-${n}`, ...call }))
    given.vendor.reply({ text: '', tool_calls }, { text: 'Done.' })
    await given.ask('Please do it all.')
    const results = given.sent().flatMap(({ role, content }) => (role === 'tool' ? [JSON.parse(String(content))] : []))
    expect(results).toHaveLength(8)
    expect(new Set(results.map(({ created }) => created.id)).size).toBe(1)
    expect(given.calendar.all()).toHaveLength(1)
    expect(given.calendar.notifications).toHaveLength(1)
  })

  test('two events that were asked for one after the other are two', async () => {
    await using given = await open()
    for (const _ of [1, 2]) await given.json('create_event', review)
    expect(given.calendar.all()).toHaveLength(2)
  })

  test('what is changed is changed, and the rest stays', async () => {
    await using given = await open()
    const accepted = guest('bo@example.com', { answer: 'accepted', optional: true })
    const { id: event_id } = given.calendar.add({ title: 'Review', location: 'Room 1', guests: [accepted], ...when })
    await given.json('update_event', { event_id, title: 'Plan' })
    expect(given.calendar.find(event_id)).toMatchObject({
      title: 'Plan',
      location: 'Room 1',
      guests: [accepted],
      ...when,
    })
    await given.json('update_event', { event_id, attendees: ['Bo@example.com', 'cy@example.com'], location: '' })
    expect(given.calendar.find(event_id)?.guests).toMatchObject([
      { answer: 'accepted', optional: true },
      { address: 'cy@example.com', answer: 'none', optional: false },
    ])
    expect(given.calendar.find(event_id)?.location).toBe('')
    expect(await given.text('update_event', { event_id })).toBe('Say what is to be changed')
    expect(await given.text('update_event', { event_id, start: '2027-03-02' })).toMatch(/changed together/)
    expect(given.calendar.notifications.map(({ what }) => what)).toEqual(['changed', 'changed'])
  })

  test('an event of another calendar is read, changed and deleted where its calendar is named', async () => {
    await using given = await open()
    const calendar = 'team=calendar/1'
    const { created } = await given.json('create_event', { ...review, calendar })
    const of = { calendar, event_id: created.id }
    expect(await given.json('read_event', of)).toMatchObject({ title: 'Review' })
    expect((await given.json('update_event', { ...of, title: 'Plan' })).updated).toMatchObject({ title: 'Plan' })
    expect(await given.json('delete_event', of)).toEqual({ deleted: created.id })
    expect(given.calendar.all()).toEqual([])
    const other = given.calendar.add({ title: 'Holiday', calendar: 'holidays', ...when })
    const theirs = { calendar: 'holidays', event_id: other.id }
    expect(await given.json('read_event', theirs)).toMatchObject({ title: 'Holiday' })
    expect(await given.text('delete_event', theirs)).toMatch(/refused \(403\)/)
    expect(await given.text('create_event', { ...review, calendar: 'holidays' })).toMatch(/refused \(403\)/)
    expect(given.calendar.all()).toHaveLength(1)
  })

  test('an event is deleted once, and its attendees are notified once', async () => {
    await using given = await open()
    const { id: event_id } = given.calendar.add({ guests: [guest('bo@example.com')], ...when })
    expect(await given.json('delete_event', { event_id })).toEqual({ deleted: event_id })
    for (const tool of ['delete_event', 'read_event'])
      expect(await given.text(tool, { event_id })).toMatch(/There is no event under this id/)
    expect(given.calendar.notifications).toEqual([{ what: 'cancelled', to: ['bo@example.com'] }])
  })

  test.each(['accepted', 'declined', 'tentative'])(
    'an invitation is answered with %s, and nobody else’s answer changes',
    async (answer) => {
      await using given = await open()
      const bo = guest('bo@example.com', { answer: 'accepted' })
      const { id: event_id } = given.calendar.add({ organizer: 'cy@example.com', guests: [me, bo], ...when })
      expect(await given.json('respond_to_event', { event_id, answer, comment: 'See you' })).toEqual({
        answered: answer,
        event_id,
      })
      expect(given.calendar.find(event_id)?.guests).toMatchObject([{ ...me, answer }, bo])
      expect(given.calendar.notifications).toMatchObject([
        { what: 'answered', to: expect.arrayContaining(['cy@example.com']) },
      ])
      expect(await given.json('read_event', { event_id })).toMatchObject({ my_answer: answer })
    },
  )

  test('an event of one’s own is not answered', async () => {
    await using given = await open()
    const { id: event_id } = given.calendar.add({ guests: [guest('bo@example.com')], ...when })
    expect(await given.text('respond_to_event', { event_id, answer: 'accepted' })).toMatch(
      /not invited|the meeting organizer/,
    )
    expect(await given.text('respond_to_event', { event_id, answer: 'maybe' })).toMatch(/input does not fit/)
  })

  test('a line that is closed is reported in a sentence, and nothing is deleted or answered twice', async () => {
    await using given = await open()
    const { id: event_id } = given.calendar.add({ guests: [guest('bo@example.com')], ...when })
    given.provider.misbehave(1, null, (response) => response.destroy())
    expect(await given.text('delete_event', { event_id })).toMatch(/cannot be reached at the moment\.$/)
    const asked = given.provider.asked.length
    given.provider.fail(1)
    expect(await given.text('delete_event', { event_id })).toMatch(/refused \(503\)/)
    expect(given.provider.asked.length - asked).toBe(1)
    expect(given.calendar.all()).toHaveLength(1)
  })

  test('the account of one teammate is not reached by another', async () => {
    await using given = await open()
    given.calendar.add({ title: 'Secret', ...when })
    const asked = given.calendar.asked.length
    await using other = await givenPrivateChat(calendars.app, { organization: { use_lazy_tools: false } })
    const name = `${given.prefix}__list_events`
    other.vendor.reply({ text: '', tool_calls: [{ id: 'a', name, input: {} }] }, { text: 'Done.' })
    await other.ask('What is planned?')
    expect(other.offered()).not.toContain(name)
    expect(other.sent().findLast(({ role }) => role === 'tool')?.content).toBe(`There is no tool ${name}.`)
    expect(given.calendar.asked).toHaveLength(asked)
  })

  test('creating may ask a person first, while reading continues by itself', async () => {
    await using given = await open()
    const assigned = { oauth_mcp: given.prefix, ask: ['create_event'] }
    expect((await given.person.post(given.assigned, assigned)).status).toBe(200)
    expect((await given.json('list_calendars')).calendars).toHaveLength(3)
    const input = { ...review, attendees: ['bo@example.com'] }
    given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: `${given.prefix}__create_event`, input }] })
    given.vendor.reply({ text: 'Done.' })
    await given.ask('Invite Bo!', { is_async: true })
    const runs = `${given.base}/workflows/runs`
    const status = async () => (await given.person.get(runs)).body.data[0]?.status
    await expect.poll(status).toBe('suspended')
    expect(given.calendar.all()).toEqual([])
    const { run_id } = (await given.person.get(runs)).body.data[0]
    expect((await given.person.post(`${runs}/${run_id}/resume`, { approved: true })).status).toBe(200)
    await expect.poll(status).toBe('completed')
    expect(given.calendar.notifications).toEqual([{ what: 'invited', to: ['bo@example.com'] }])
  })
})
