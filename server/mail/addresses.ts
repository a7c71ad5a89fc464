// The addresses of our own that mail can be sent to.
import { randomCode } from '../seal.ts'

/** `u-<random>@<domain>`: 20 letters of 31 are 99 bits, so that nobody finds one by trying. */
export const newAddress = (domain: string): string => `u-${randomCode(20, 'abcdefghjkmnpqrstuvwxyz23456789')}@${domain}`
