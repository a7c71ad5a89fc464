// The API for pausing all phones of a user at once.
import { z } from 'zod/mini'
import { shape, Time } from './shape.ts'

/** Until then nothing goes to any phone; null while mail goes. */
export const Pause = z.object({ until: z.nullable(Time) })
export type Pause = z.infer<typeof Pause>

export const getPauseApi = shape({ status: 200, answer: Pause })
/** Six days at most; null, or a time that is past, lets mail go on at once. */
export const setPauseApi = shape({ body: Pause, status: 200, answer: Pause })
