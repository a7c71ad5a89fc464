// Tests that an action needs a reason, and a typed word where it cannot be undone.
import { expect, test } from 'vitest'
import { press } from '../../press.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { ConfirmAction } from './ConfirmAction.tsx'

test('nothing happens without a reason and the word, and a failure keeps the dialog open', async () => {
  const reasons: string[] = []
  const confirm = async (reason: string) => {
    reasons.push(reason)
    if (reasons.length === 1) throw new Error('no')
  }
  const screen = await stage(
    <ConfirmAction
      open
      onClose={() => reasons.push('closed')}
      title="Erase"
      action="Erase account"
      word="anna@example.com"
      onConfirm={confirm}
    >
      {'It is gone for good.'}
    </ConfirmAction>,
    ['adminui'],
  )
  const button = screen.getByRole('button', { name: 'Erase account' })
  await press(button)
  await expect.element(screen.getByText('Enter a reason of at least 5 characters.')).toBeVisible()
  await screen.getByLabelText('Reason').fill('They asked for it.')
  await screen.getByLabelText('Type anna@example.com to confirm').fill('anna')
  await press(button)
  expect(reasons).toEqual([])
  await screen.getByLabelText('Type anna@example.com to confirm').fill('anna@example.com')
  await press(button)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await press(button)
  await expect.poll(() => reasons).toEqual(['They asked for it.', 'They asked for it.', 'closed'])
})
