// Stub command dependencies for a phone without messages, for tests of everything else.
import type { CommandDeps } from './commands.ts'

/** Finds no message, so that every command is refused. */
export const noCommands: CommandDeps = {
  findMessage: async () => null,
  menuContext: async () => null,
  note: async () => undefined,
  requestAction: async () => null,
  show: async () => 'gone',
  sendAgainLater: async () => undefined,
  sendFiles: async () => 'none',
  formatHour: async () => '',
  why: async () => null,
  mute: () => Promise.reject(),
  unmute: () => Promise.reject(),
  filters: {
    wordsOf: () => Promise.reject(),
    assess: () => Promise.reject(),
    propose: () => Promise.reject(),
    find: async () => null,
    keep: () => Promise.reject(),
    leave: () => Promise.reject(),
    recordOutcome: () => Promise.reject(),
  },
}
