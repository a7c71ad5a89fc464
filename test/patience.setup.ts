// Makes `vi.waitFor` as patient as `expect.poll`, for busy machines.
import { vi } from 'vitest'

const leastMs = 45_000
const isPatient = Symbol.for('patient')

// Files without isolation share one `vi`.
if (!(isPatient in vi)) {
  const { waitFor } = vi
  Object.defineProperty(vi, isPatient, { value: true })
  vi.waitFor = (check, options) => {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(check, { ...given, timeout: Math.max(given?.timeout ?? 0, leastMs) })
  }
}
