// The API for on-call rotas: who is on call when.
import { z } from 'zod/mini'
import { Shift } from '../delivery/rota.ts'
import { ById, Id, Nothing, pageOf, shape } from './shape.ts'

export const RotaDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name for the rota.'), z.maxLength(60)),
  shifts: z.array(Shift).check(z.minLength(1, 'Choose who is on call when.'), z.maxLength(50)),
})
export type RotaDraft = z.infer<typeof RotaDraft>

export const SavedRota = z.extend(RotaDraft, { id: Id })
export type SavedRota = z.infer<typeof SavedRota>

export const listRotasApi = shape({ status: 200, answer: pageOf(SavedRota) })
export const addRotaApi = shape({ body: RotaDraft, status: 201, answer: SavedRota })
/** With `was`, refused with 409 if the rota isn't as it was then, and with the rota as it is now (`details.current`). */
export const changeRotaApi = shape({
  params: ById,
  body: z.extend(RotaDraft, { was: z.optional(RotaDraft) }),
  status: 200,
  answer: SavedRota,
})
export const ChangedRota = z.object({ current: SavedRota })
/** Refused if a filter uses it. */
export const removeRotaApi = shape({ params: ById, status: 200, answer: Nothing })
