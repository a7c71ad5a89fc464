// What every change in the console carries: why it is made.
import { z } from 'zod/mini'

export const Reason = z.string().check(z.trim(), z.minLength(5, 'Enter a reason of at least 5 characters.'), z.maxLength(500))
/** The body of an action that needs nothing else. */
export const ActionBody = z.object({ reason: Reason })
