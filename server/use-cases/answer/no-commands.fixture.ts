// Command dependencies of a phone without messages, for tests of everything else.
import type { CommandDeps } from './commands.ts'

/** No mail that anything could be asked about. */
export const noCommands: CommandDeps = {
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
