// What a filter does when it holds, as a person sets it: at once, in a digest, not at night, so many an hour.
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Action } from '../../../../core/filters/action.ts'
import { stageScreen } from '../../stage-screen.tsx'
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
  await stageScreen({ rooms: ['editor', 'builder', 'hours'], at: '/', routes: { '/': <Stage start={start} /> }, answers: {} })
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

test('a limit is a whole number, and may be emptied while it is typed anew', async () => {
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
