// Tests buttons that are active, busy or disabled.
import { expect, test } from 'vitest'
import { stage } from '../stage.fixture.tsx'
import { Button } from './Button.tsx'

test('a busy button ignores clicks and keeps its name', async () => {
  let presses = 0
  const screen = await stage(
    <Button busy onClick={() => presses++}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await button.click({ force: true })
  expect(presses).toBe(0)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
})

test('a busy submit button does not submit the form again', async () => {
  let sent = 0
  const screen = await stage(
    <form
      onSubmit={event => {
        event.preventDefault()
        sent++
      }}
    >
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  )
  await screen.getByRole('button', { name: 'Save' }).click({ force: true })
  expect(sent).toBe(0)
})

test('a disabled button shows the reason beside it', async () => {
  const screen = await stage(<Button disabledReason="Add a phone first.">Save</Button>)
  await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Add a phone first.')
})
