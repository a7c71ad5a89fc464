// Tests what each phone may request, against a handwritten matrix of rights.
import { expect, test } from 'vitest'
import { type Command, commands, firstRights, mayDo, type PhoneAccess, Rights } from './rights.ts'

const reading: Command[] = ['more', 'attachments', 'why', 'forward_again', 'acknowledge', 'pause', 'stop', 'start', 'help', 'undo']
const acting: Command[] = ['archive', 'mark_read', 'snooze', 'mute_sender']
const replying: Command[] = ['reply', 'rsvp', 'make_filter']

const whileStopped: Command[] = ['stop', 'start', 'help', 'undo']

/** By state and rights: every command that is allowed. */
const allowed: Record<PhoneAccess['state'], Record<Rights, Command[]>> = {
  linked: { read: reading, act: [...reading, ...acting], reply: [...reading, ...acting, ...replying] },
  unreachable: { read: reading, act: [...reading, ...acting], reply: [...reading, ...acting, ...replying] },
  stopped: { read: whileStopped, act: whileStopped, reply: whileStopped },
  pending: { read: [], act: [], reply: [] },
}

test('each phone may do exactly what its state and rights allow, in all 204 cases', () => {
  const states = ['linked', 'unreachable', 'stopped', 'pending'] as const
  const asked = states.flatMap(state => Rights.options.flatMap(rights => commands.map(command => ({ state, rights, command }))))
  const surprises = asked.filter(({ state, rights, command }) => {
    return (mayDo({ state, rights }, command) === 'yes') !== allowed[state][rights].includes(command)
  })
  expect(surprises).toEqual([])
  expect(asked).toHaveLength(204)
  expect(asked.filter(({ command, ...phone }) => mayDo(phone, command) === 'yes')).toHaveLength(94)
})

test('a refusal names the missing rights', () => {
  expect(mayDo({ state: 'linked', rights: 'read' }, 'archive')).toEqual({ missing: 'act' })
  expect(mayDo({ state: 'linked', rights: 'act' }, 'rsvp')).toEqual({ missing: 'reply' })
  expect(mayDo({ state: 'stopped', rights: 'reply' }, 'more')).toBe('stopped')
  expect(mayDo({ state: 'pending', rights: 'reply' }, 'start')).toBe('not_linked')
})

test('a new phone may reply if it has the owner’s verified number, or if none is verified and it is their first', () => {
  const linking = [
    { number: '15550100200', ownNumber: '15550100200', isFirst: true },
    { number: '15550100200', ownNumber: '15550100200', isFirst: false },
    { number: '15550100201', ownNumber: '15550100200', isFirst: true },
    { number: null, ownNumber: '15550100200', isFirst: true },
    { number: '15550100200', ownNumber: null, isFirst: true },
    { number: null, ownNumber: null, isFirst: true },
    { number: '15550100200', ownNumber: null, isFirst: false },
  ]
  expect(linking.map(firstRights)).toEqual(['reply', 'reply', 'read', 'read', 'reply', 'reply', 'read'])
})
