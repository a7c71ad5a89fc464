// A phone without mails, for the tests of what else it may say.
import type { CommandParts } from './commands.ts'

/** No mail that anything could be asked about. */
export const noCommands: CommandParts = {
  mailOf: async () => null,
  standing: async () => null,
  note: async () => undefined,
  act: async () => null,
  show: async () => 'gone',
  bringAgain: async () => undefined,
  bringFiles: async () => 'none',
  hourOf: async () => '',
  why: async () => null,
  mute: () => Promise.reject(),
  unmute: () => Promise.reject(),
  filters: {
    wordsOf: () => Promise.reject(),
    weigh: () => Promise.reject(),
    propose: () => Promise.reject(),
    find: async () => null,
    keep: () => Promise.reject(),
    leave: () => Promise.reject(),
    settle: () => Promise.reject(),
  },
}
