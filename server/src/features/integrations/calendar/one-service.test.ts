import { afterAll, expect, test } from 'vitest'
import { startCalendars } from '#testing/integrations/calendars.ts'

const calendars = await startCalendars()
afterAll(() => calendars[Symbol.asyncDispose]())

const at = (text: string) => new Date(`${text}Z`)
const review = { title: 'Review', start: '2027-03-29T09:00', end: '2027-03-29T10:00', time_zone: 'Europe/Rome' }
const when = { start: at('2027-03-02T08:00:00'), end: at('2027-03-02T09:00:00') }
const guest = (address: string, more: object = {}) => ({ address, answer: 'none' as const, optional: false, ...more })
const me = guest('ada@accounts.example')

test('who stays invited keeps what they wrote and whom they bring along', async () => {
  await using given = await calendars.given('idpa')
  const bo = guest('bo@example.com', {
    answer: 'accepted',
    name: 'Bo',
    noted: { comment: 'Late', additionalGuests: 2 },
  })
  const { id: event_id } = given.calendar.add({ guests: [me, bo], ...when })
  await given.json('update_event', {
    event_id,
    attendees: ['ada@accounts.example', 'BO@example.com', 'cy@example.com'],
  })
  expect(given.calendar.find(event_id)?.guests).toEqual([me, bo, guest('cy@example.com')])
})

test('links and addresses between angle brackets are read in a description that may be HTML', async () => {
  await using given = await calendars.given('idpa')
  const html =
    'Join<https://meet.example/l/1>\nor <b>ask</b> Ada <ada@example.com>, room <TBC>, 2 <3<script>steal()</script><x hidden>no</x>'
  const { id: event_id } = given.calendar.add({ html, ...when })
  const { description } = await given.json('read_event', { event_id })
  expect(description).toBe('Join<https://meet.example/l/1>\nor ask Ada <ada@example.com>, room <TBC>, 2 <3')
})

test('a meeting by video is not ended by a new description', async () => {
  await using given = await calendars.given('idpb')
  const { id: event_id } = given.calendar.add({ is_online: true, html: 'Join here', ...when })
  expect(await given.text('update_event', { event_id, description: 'New' })).toMatch(/meeting by video/)
  await given.json('update_event', { event_id, title: 'New' })
  expect(given.calendar.find(event_id)).toMatchObject({ title: 'New', is_online: true, html: 'Join here' })
})

test('a day that is busy as a whole is busy to its evening, far from UTC too', async () => {
  await using given = await calendars.given('idpb')
  given.calendar.add({ start: at('2027-03-02T00:00:00'), end: at('2027-03-03T00:00:00'), all_day: true })
  const zones = [
    ['America/Los_Angeles', '2027-03-02T17:00', '2027-03-02T18:00'],
    ['Pacific/Auckland', '2027-03-02T09:00', '2027-03-02T12:00'],
  ]
  for (const [time_zone, from, to] of zones)
    expect(await given.json('find_free_times', { from, to, time_zone })).toMatchObject({ free: [] })
})

test('an event of which Outlook says as little as it may is listed', async () => {
  await using given = await calendars.given('idpb')
  const time = { dateTime: '2027-03-02T08:00:00.0000000', timeZone: 'UTC' }
  const event = {
    id: 'AAMkBare=',
    subject: null,
    body: { contentType: null, content: null },
    start: time,
    end: time,
    isAllDay: null,
    location: null,
    organizer: null,
    attendees: [{ type: null, status: { response: null }, emailAddress: { name: null, address: 'bo@example.com' } }],
    responseStatus: { response: null },
    onlineMeeting: null,
    webLink: null,
  }
  given.provider.misbehave(1, null, (response) => response.end(JSON.stringify({ value: [event] })))
  const { events } = await given.json('list_events', { from: '2027-03-02', to: '2027-03-02' })
  expect(events).toMatchObject([{ id: 'AAMkBare=', title: '', my_answer: 'none', attendees: [{ answer: 'none' }] }])
})

test('who shows no more than that they are busy is not taken for free', async () => {
  await using given = await calendars.given('idpb')
  calendars.graph.hideScheduleItems()
  given.calendar.others.set('bo@example.com', [{ from: at('2027-03-02T10:05:00'), to: at('2027-03-02T11:00:00') }])
  const asked = { from: '2027-03-02', to: '2027-03-02', time_zone: 'UTC', day_start: '10:00', day_end: '12:00' }
  expect((await given.json('find_free_times', { ...asked, people: ['bo@example.com'] })).free).toEqual([
    { from: '2027-03-02T11:00:00+00:00', to: '2027-03-02T12:00:00+00:00' },
  ])
})

test('an invitation whose organizer asks for no answers is answered in the calendar alone', async () => {
  await using given = await calendars.given('idpb')
  const { id: event_id } = given.calendar.add({
    organizer: 'cy@example.com',
    guests: [me],
    asks_for_answers: false,
    ...when,
  })
  expect(await given.json('respond_to_event', { event_id, answer: 'declined', comment: 'Ill' })).toEqual({
    answered: 'declined',
    event_id,
    note: expect.stringContaining('nothing was sent to the organizer'),
  })
  expect(given.calendar.find(event_id)?.guests).toMatchObject([{ answer: 'declined' }])
  expect(given.calendar.notifications).toEqual([])
})

test('a recurrence that Outlook cannot say is refused in a sentence', async () => {
  await using given = await calendars.given('idpb')
  for (const recurrence of ['FREQ=MONTHLY;BYDAY=MO,TU', 'FREQ=DAILY;BYDAY=MO', 'FREQ=MONTHLY;BYMONTHDAY=-1'])
    expect(await given.text('create_event', { ...review, recurrence })).toMatch(
      /^Outlook does not take this recurrence/,
    )
  const monthly = 'FREQ=MONTHLY;BYDAY=-1MO;UNTIL=20271231T220000Z'
  const { created } = await given.json('create_event', { ...review, recurrence: monthly })
  expect(given.calendar.find(created.id)?.rule).toEqual({
    pattern: { type: 'relativeMonthly', interval: 1, index: 'last', daysOfWeek: ['monday'] },
    range: { type: 'endDate', startDate: '2027-03-29', endDate: '2027-12-31', recurrenceTimeZone: 'Europe/Rome' },
  })
})

test('an event that Outlook refuses as made before is reported to be there', async () => {
  await using given = await calendars.given('idpb')
  calendars.graph.refuseSecond()
  given.calendar.loseAnswers(1)
  expect(await given.text('create_event', review)).toBe('This very event was made before; list_events shows it')
  expect(given.calendar.all()).toHaveLength(1)
})

test('free times are read to their last page, or not answered at all', async () => {
  await using given = await calendars.given('idpb')
  const hours = [8, 9, 10, 11, 12, 13]
  for (const hour of hours)
    given.calendar.add({ start: new Date(Date.UTC(2027, 2, 2, hour)), end: new Date(Date.UTC(2027, 2, 2, hour + 1)) })
  const asked = { from: '2027-03-02', to: '2027-03-02', time_zone: 'UTC', day_start: '08:00', day_end: '15:00' }
  calendars.graph.showAtMost(2)
  expect((await given.json('find_free_times', asked)).free).toEqual([
    { from: '2027-03-02T14:00:00+00:00', to: '2027-03-02T15:00:00+00:00' },
  ])
  calendars.graph.showAtMost(1)
  expect(await given.text('find_free_times', asked)).toMatch(/^There are too many events/)
})
