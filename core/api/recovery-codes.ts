// The API for recovery codes: each signs in once in place of a second factor. It is ours alone, beside the auth wire.
import { z } from 'zod/mini'
import { shape } from './shape.ts'

export const RecoveryCodeCount = z.object({
  left: z.number(),
  total: z.number(),
  /** Null before the first ones were made. */
  createdAt: z.nullable(z.string()),
})
export type RecoveryCodeCount = z.infer<typeof RecoveryCodeCount>

/** Shown this once; the ones before stop working. */
export const NewRecoveryCodes = z.object({ codes: z.array(z.string()) })

export const RecoveryCodeBody = z.object({ code: z.string().check(z.maxLength(64)) })

export const countRecoveryCodesApi = shape({ status: 200, answer: RecoveryCodeCount })
export const makeRecoveryCodesApi = shape({ body: z.object({}), status: 200, answer: NewRecoveryCodes })
export const useRecoveryCodeApi = shape({
  body: RecoveryCodeBody,
  status: 200,
  answer: z.object({ access_token: z.string(), refresh_token: z.string() }),
})
