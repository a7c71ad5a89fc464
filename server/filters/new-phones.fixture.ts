// A user whose phones were all linked long ago.
import type { NewPhones } from './deps.ts'

export const noNewPhones: NewPhones = {
  list: async () => [],
  requireProof: async () => undefined,
  announce: async () => undefined,
  wake: () => undefined,
}
