// Tests the actions of a filter: urgent, digest, quiet hours, hourly limit, escalation.
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Action } from '../../../../core/filters/action.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { isUnfinishedAction } from '../filter-draft.ts'
import { ActionsEditor } from './ActionsEditor.tsx'

let actions: Action[]
function Stage({ start }: { start: Action[] }) {
  const [current, setCurrent] = useState(start)
  useEffect(() => {
    actions = current
  }, [current])
  return <ActionsEditor actions={current} hasTried={false} onChange={setCurrent} />
}
async function open(start: Action[] = [{ kind: 'forward', destinationIds: [] }]) {
  await page.viewport(700, 900)
  await stageScreen({
    catalogs: ['editor', 'builder', 'hours', 'oncall'],
    at: '/',
    routes: { '/': <Stage start={start} /> },
    responses: {},
  })
}
const addAction = async (name: string) => {
  await page.getByRole('button', { name: 'Add an action' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const findAction = (kind: Action['kind']) => actions.find(action => action.kind === kind)

test('a click makes a filter urgent, and another removes that', async () => {
  await open()
  await addAction('Send right away, before other emails')
  await expect.poll(() => findAction('urgent')).toEqual({ kind: 'urgent' })
  await page.getByRole('button', { name: /^Remove: Send right away/ }).click()
  await expect.poll(() => findAction('urgent')).toBeUndefined()
})

test('there are four privacy levels, each explained, and the default is not stored', async () => {
  await open()
  await page.getByRole('radio', { name: 'A summary only' }).click()
  await expect.poll(() => findAction('forward')).toEqual({ kind: 'forward', destinationIds: [], show: 'summary' })
  await expect.element(page.getByText('Sender, subject, first lines, and the number of attachments.')).toBeVisible()
  await page.getByRole('radio', { name: 'A preview, tap for more' }).click()
  await expect.poll(() => findAction('forward')).toEqual({ kind: 'forward', destinationIds: [] })
})

test('a digest is sent daily at the default hour, or weekly at a chosen day and time', async () => {
  await open()
  await addAction('Collect into a digest')
  await expect.poll(() => findAction('digest')).toEqual({ kind: 'digest', every: 'day' })
  await page.getByLabelText('Digest frequency').selectOptions('every week')
  await page.getByLabelText('Digest day').selectOptions('on Friday')
  await page.getByLabelText('Time of day').selectOptions('at')
  await page.getByLabelText('Digest time').fill('17:30')
  await expect.poll(() => findAction('digest')).toEqual({ kind: 'digest', every: 'week', on: 'fri', at: '17:30' })
  await page.getByLabelText('Digest frequency').selectOptions('every hour')
  await expect.poll(() => findAction('digest')).toEqual({ kind: 'digest', every: 'hour' })
})

test('quiet hours let urgent email through by default, and need two different times', async () => {
  await open()
  await addAction('Use quiet hours')
  await expect.poll(() => findAction('quiet')).toEqual({ kind: 'quiet', from: '22:00', to: '07:00', then: 'urgent_only' })
  await page.getByLabelText('During quiet hours').selectOptions('hold all email, then send one digest')
  await page.getByLabelText('until').fill('22:00')
  await expect.element(page.getByText(/^The start and end times are the same/)).toBeVisible()
  await expect.poll(() => actions.some(isUnfinishedAction)).toBe(true)
  await page.getByLabelText('until').fill('06:15')
  await expect.poll(() => findAction('quiet')).toEqual({ kind: 'quiet', from: '22:00', to: '06:15', then: 'digest' })
  await expect.poll(() => actions.some(isUnfinishedAction)).toBe(false)
})

test('a limit is a whole number, and may be empty while typing', async () => {
  await open()
  await addAction('Limit messages per hour')
  const limit = page.getByRole('spinbutton', { name: 'Emails per hour' })
  await limit.fill('')
  await expect.element(page.getByText('Enter a whole number from 1 to 1000.')).toBeVisible()
  await expect.element(limit).toHaveValue(null)
  await expect.poll(() => actions.some(isUnfinishedAction)).toBe(true)
  await limit.fill('25')
  await expect.poll(() => findAction('at_most')).toEqual({ kind: 'at_most', perHour: 25 })
})

test('a limit on a filter that sends nothing says so', async () => {
  await open([{ kind: 'at_most', perHour: 5 }])
  await expect.element(page.getByText('This filter doesn’t send anything, so there’s nothing to limit.')).toBeVisible()
})

test('phones are notified one after another in the chosen order and pace, or the phone on call is', async () => {
  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333']
  const phoneDefaults = { phone: null, windowOpenUntil: null, pausedUntil: null, rights: 'read', fallback: null, unreachableSince: null }
  const createdAt = '2026-11-20T14:00:00Z'
  const phones = ids.map((id, n) => ({ id, name: `Phone ${n + 1}`, state: n === 2 ? 'stopped' : 'linked', ...phoneDefaults, createdAt }))
  const listResponse = (items: unknown[]) => () => ({ items, next: null })
  await page.viewport(700, 900)
  await stageScreen({
    catalogs: ['editor', 'builder', 'hours', 'oncall'],
    at: '/',
    routes: { '/': <Stage start={[{ kind: 'forward', destinationIds: [] }]} /> },
    responses: {
      'GET /api/destinations': listResponse(phones),
      'GET /api/rotas': listResponse([
        { id: ids[0], name: 'Night watch', shifts: [{ destinationId: ids[0], from: '20:00', to: '08:00', days: ['mon'] }] },
      ]),
    },
  })
  const where = page.getByLabelText('Send to')
  await expect.element(where.getByRole('option', { name: 'on-call phone' })).toBeInTheDocument()
  await where.selectOptions('phones one after another')
  await page.getByRole('button', { name: 'Add another phone' }).click()
  await page.getByRole('button', { name: 'Move phone 2 up' }).click()
  await page.getByLabelText('Minutes before the next phone').fill('5')
  await page.getByLabelText(/^Email me if nobody has read it/).click()
  await expect
    .poll(() => findAction('forward'))
    .toEqual({ kind: 'forward', destinationIds: [ids[1], ids[0]], next: { minutes: 5, thenEmail: false } })
  await page.getByRole('button', { name: 'Add another phone' }).click()
  await expect.element(page.getByText('Phone 3 can’t receive emails right now, so we’ll skip to the next phone.')).toBeVisible()
  await where.selectOptions('on-call phone')
  await expect.poll(() => findAction('forward')).toEqual({ kind: 'forward', destinationIds: [], rotaId: ids[0] })
  await where.selectOptions('every linked phone')
  await expect.poll(() => findAction('forward')).toEqual({ kind: 'forward', destinationIds: [] })
})
