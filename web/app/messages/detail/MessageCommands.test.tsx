// Tests the list of phone commands: what was requested, from which phone, and why it failed.
import { expect, test } from 'vitest'
import type { PhoneCommand } from '../../../../core/api/commands.ts'
import { stage } from '../../../stage.fixture.tsx'
import { idOf } from '../../queries/messages.fixture.ts'
import { MessageCommands } from './MessageCommands.tsx'

const asked = (n: number, more: Partial<PhoneCommand>): PhoneCommand => ({
  ...{ id: idOf(n), command: 'archive', phone: 'Own phone', state: 'done', reason: null, at: '2026-11-22T10:00:00Z', until: null },
  ...more,
})

test('each is named with its phone, its state, and what there is to say', async () => {
  const commands = [
    asked(1, {}),
    asked(2, { command: 'snooze', until: '2026-11-22T12:00:00Z' }),
    asked(3, { command: 'mute', phone: '', state: 'refused', reason: 'This phone may not do that.' }),
    asked(4, { command: 'files', state: 'waiting' }),
  ]
  const screen = await stage(<MessageCommands commands={commands} />, ['commands'])
  const lines = [...screen.container.querySelectorAll('li')].map(line => line.textContent)
  expect(lines).toEqual([
    expect.stringMatching(/^Archive Own phone · .*done$/),
    expect.stringMatching(/^Snooze Own phone · .*done.*It comes again at .*\.$/),
    expect.stringMatching(/^Mute its sender A phone that was removed · .*refused.*This phone may not do that\.$/),
    expect.stringMatching(/^Send the files Own phone · .*waits$/),
  ])
})
