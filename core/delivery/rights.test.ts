// The matrix of rights, written out by hand and counted: what each phone may ask for, and nothing else.
import { expect, test } from 'vitest'
import { type Asking, type Command, commands, firstRights, mayDo, Rights } from './rights.ts'

const reading: Command[] = ['more', 'attachments', 'why', 'forward_again', 'acknowledge', 'pause', 'stop', 'start', 'help', 'undo']
const acting: Command[] = ['archive', 'mark_read', 'snooze', 'mute_sender']
const replying: Command[] = ['reply', 'rsvp', 'make_filter']

const whileStopped: Command[] = ['stop', 'start', 'help', 'undo']

/** By state and rights, all that is allowed. */
const allowed: Record<Asking['state'], Record<Rights, Command[]>> = {
  linked: { read: reading, act: [...reading, ...acting], reply: [...reading, ...acting, ...replying] },
  unreachable: { read: reading, act: [...reading, ...acting], reply: [...reading, ...acting, ...replying] },
  stopped: { read: whileStopped, act: whileStopped, reply: whileStopped },
  pending: { read: [], act: [], reply: [] },
}

test('each phone may do what its state and its rights allow, and nothing else: 204 questions, no surprise', () => {
  const states = ['linked', 'unreachable', 'stopped', 'pending'] as const
  const asked = states.flatMap(state => Rights.options.flatMap(rights => commands.map(command => ({ state, rights, command }))))
  const surprises = asked.filter(({ state, rights, command }) => {
    return (mayDo({ state, rights }, command) === 'yes') !== allowed[state][rights].includes(command)
  })
  expect(surprises).toEqual([])
  expect(asked).toHaveLength(204)
  expect(asked.filter(({ command, ...phone }) => mayDo(phone, command) === 'yes')).toHaveLength(94)
})

test('who is refused hears what would be needed', () => {
  expect(mayDo({ state: 'linked', rights: 'read' }, 'archive')).toEqual({ lacks: 'act' })
  expect(mayDo({ state: 'linked', rights: 'act' }, 'rsvp')).toEqual({ lacks: 'reply' })
  expect(mayDo({ state: 'stopped', rights: 'reply' }, 'more')).toBe('stopped')
  expect(mayDo({ state: 'pending', rights: 'reply' }, 'start')).toBe('not_linked')
})

test('a phone may reply from the start where its number is the owner’s proven one, or none is proven and it is their first', () => {
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
