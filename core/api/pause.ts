// The API for pausing all phones of a user at once.
import { z } from 'zod/mini'
import { shape, Time } from './shape.ts'

/** Nothing is sent to any phone until then; null if not paused. */
export const Pause = z.object({ until: z.nullable(Time) })
export type Pause = z.infer<typeof Pause>

export const getPauseApi = shape({ status: 200, answer: Pause })
/** At most six days; null or a past time resumes at once. */
export const setPauseApi = shape({ body: Pause, status: 200, answer: Pause })
