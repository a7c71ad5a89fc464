// Tests the actions of a filter: forward at once, in a digest, not at night, at most so many an hour.
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Action } from '../../../../core/filters/action.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { isUnfinished } from '../filter-draft.ts'
import { ActionsEditor } from './ActionsEditor.tsx'

let actions: Action[]
function Stage({ start }: { start: Action[] }) {
  const [shown, setShown] = useState(start)
  useEffect(() => {
    actions = shown
  }, [shown])
  return <ActionsEditor actions={shown} hasTried={false} onChange={setShown} />
}
async function open(start: Action[] = [{ kind: 'forward', destinationIds: [] }]) {
  await page.viewport(700, 900)
  await stageScreen({
    catalogs: ['editor', 'builder', 'hours', 'oncall'],
    at: '/',
    routes: { '/': <Stage start={start} /> },
    answers: {},
  })
}
const add = async (name: string) => {
  await page.getByRole('button', { name: 'Add what else it does' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const now = (kind: Action['kind']) => actions.find(action => action.kind === kind)

test('what is urgent is so by a click, and no more by another', async () => {
  await open()
  await add('Send it at once, before all other mail')
  await expect.poll(() => now('urgent')).toEqual({ kind: 'urgent' })
  await page.getByRole('button', { name: /^Do not: Send it at once/ }).click()
  await expect.poll(() => now('urgent')).toBeUndefined()
})

test('how much the phone may show is one of four, each said in words, and as usual it says nothing', async () => {
  await open()
  await page.getByRole('radio', { name: 'A summary, never more' }).click()
  await expect.poll(() => now('forward')).toEqual({ kind: 'forward', destinationIds: [], show: 'summary' })
  await expect.element(page.getByText('Sender, subject and the first lines. Files are only counted.')).toBeVisible()
  await page.getByRole('radio', { name: 'The beginning, the rest at a tap' }).click()
  await expect.poll(() => now('forward')).toEqual({ kind: 'forward', destinationIds: [] })
})

test('a digest comes every day at the usual hour, or on a day of the week at a time of its own', async () => {
  await open()
  await add('Collect it into a digest')
  await expect.poll(() => now('digest')).toEqual({ kind: 'digest', every: 'day' })
  await page.getByLabelText('How often the digest comes').selectOptions('every week')
  await page.getByLabelText('Day of the digest').selectOptions('on Friday')
  await page.getByLabelText('When on that day').selectOptions('at')
  await page.getByLabelText('Time of the digest').fill('17:30')
  await expect.poll(() => now('digest')).toEqual({ kind: 'digest', every: 'week', on: 'fri', at: '17:30' })
  await page.getByLabelText('How often the digest comes').selectOptions('every hour')
  await expect.poll(() => now('digest')).toEqual({ kind: 'digest', every: 'hour' })
})

test('quiet hours let urgent mail through unless something else is chosen, and need two times', async () => {
  await open()
  await add('Keep quiet hours')
  await expect.poll(() => now('quiet')).toEqual({ kind: 'quiet', from: '22:00', to: '07:00', then: 'urgent_only' })
  await page.getByLabelText('What waits').selectOptions('all mail waits, then comes as one digest')
  await page.getByLabelText('until').fill('22:00')
  await expect.element(page.getByText(/^They begin and end at the same time/)).toBeVisible()
  await expect.poll(() => actions.some(isUnfinished)).toBe(true)
  await page.getByLabelText('until').fill('06:15')
  await expect.poll(() => now('quiet')).toEqual({ kind: 'quiet', from: '22:00', to: '06:15', then: 'digest' })
  await expect.poll(() => actions.some(isUnfinished)).toBe(false)
})

test('a limit is a whole number, and may be empty while a new one is typed', async () => {
  await open()
  await add('Limit how many come in an hour')
  const limit = page.getByRole('spinbutton', { name: 'Mails an hour' })
  await limit.fill('')
  await expect.element(page.getByText('Enter a whole number from 1 to 1000.')).toBeVisible()
  await expect.element(limit).toHaveValue(null)
  await expect.poll(() => actions.some(isUnfinished)).toBe(true)
  await limit.fill('25')
  await expect.poll(() => now('at_most')).toEqual({ kind: 'at_most', perHour: 25 })
})

test('a limit of a filter that sends nothing says so', async () => {
  await open([{ kind: 'at_most', perHour: 5 }])
  await expect.element(page.getByText('This filter sends nothing, so there is nothing to limit.')).toBeVisible()
})

test('phones are tried one after another, in the chosen order and time, or the phone on call', async () => {
  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333']
  const standing = { phone: null, windowOpenUntil: null, pausedUntil: null, rights: 'read', fallback: null, unreachableSince: null }
  const createdAt = '2026-11-20T14:00:00Z'
  const phones = ids.map((id, n) => ({ id, name: `Phone ${n + 1}`, state: n === 2 ? 'stopped' : 'linked', ...standing, createdAt }))
  const list = (items: unknown[]) => () => ({ items, next: null })
  await page.viewport(700, 900)
  await stageScreen({
    catalogs: ['editor', 'builder', 'hours', 'oncall'],
    at: '/',
    routes: { '/': <Stage start={[{ kind: 'forward', destinationIds: [] }]} /> },
    answers: {
      'GET /api/destinations': list(phones),
      'GET /api/rotas': list([
        { id: ids[0], name: 'Night watch', shifts: [{ destinationId: ids[0], from: '20:00', to: '08:00', days: ['mon'] }] },
      ]),
    },
  })
  const where = page.getByLabelText('Where it goes')
  await expect.element(where.getByRole('option', { name: 'whoever is on call' })).toBeInTheDocument()
  await where.selectOptions('phones one after another')
  await page.getByRole('button', { name: 'And then another' }).click()
  await page.getByRole('button', { name: 'Ask phone 2 sooner' }).click()
  await page.getByLabelText('Minutes until the next is asked').fill('5')
  await page.getByLabelText(/^Send me an e-mail when the last/).click()
  await expect
    .poll(() => now('forward'))
    .toEqual({ kind: 'forward', destinationIds: [ids[1], ids[0]], next: { minutes: 5, thenMail: false } })
  await page.getByRole('button', { name: 'And then another' }).click()
  await expect.element(page.getByText('Phone 3 cannot receive now and is passed over.')).toBeVisible()
  await where.selectOptions('whoever is on call')
  await expect.poll(() => now('forward')).toEqual({ kind: 'forward', destinationIds: [], rotaId: ids[0] })
  await where.selectOptions('every linked phone')
  await expect.poll(() => now('forward')).toEqual({ kind: 'forward', destinationIds: [] })
})
