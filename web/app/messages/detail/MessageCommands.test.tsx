// Tests the list of phone commands: what was requested, from which phone, and why it failed.
import { expect, test } from 'vitest'
import type { PhoneCommand } from '../../../../core/api/commands.ts'
import { stage } from '../../../stage.fixture.tsx'
import { testId } from '../../queries/messages.fixture.ts'
import { MessageCommands } from './MessageCommands.tsx'

const command = (n: number, more: Partial<PhoneCommand>): PhoneCommand => ({
  ...{ id: testId(n), command: 'archive', phone: 'Own phone', state: 'done', reason: null, at: '2026-11-22T10:00:00Z', until: null },
  ...more,
})

test('each command is shown with its phone, its state, and its details', async () => {
  const commands = [
    command(1, {}),
    command(2, { command: 'snooze', until: '2026-11-22T12:00:00Z' }),
    command(3, { command: 'mute', phone: '', state: 'refused', reason: 'This phone isn’t allowed to do that.' }),
    command(4, { command: 'files', state: 'waiting' }),
  ]
  const screen = await stage(<MessageCommands commands={commands} />, ['commands'])
  const lines = [...screen.container.querySelectorAll('li')].map(line => line.textContent)
  expect(lines).toEqual([
    expect.stringMatching(/^Archive Own phone · .*done$/),
    expect.stringMatching(/^Snooze Own phone · .*done.*Snoozed until .*\.$/),
    expect.stringMatching(/^Mute sender A removed phone · .*refused.*This phone isn’t allowed to do that\.$/),
    expect.stringMatching(/^Send attachments Own phone · .*waiting$/),
  ])
})
