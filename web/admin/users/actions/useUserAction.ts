// Sends a change of one user's account, then reads the user and the list again.
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { Shape } from '../../../../core/api/shape.ts'
import type { CallOptions } from '../../../api.ts'
import { useCall } from '../../../session/session.tsx'

interface ActionShape extends Shape {
  body: z.ZodMiniType
}

/** `path` is below the user: 'suspensions'. Returns what the server answers. */
export function useUserAction(userId: string) {
  const call = useCall()
  const queries = useQueryClient()
  return async <S extends ActionShape>(shape: S, path: string, body: z.input<S['body']>): Promise<z.output<S['answer']>> => {
    // The options are those of the shape; generics cannot express this.
    const options = { params: { id: userId }, body } as unknown as CallOptions<S>
    const result = await call(shape, 'POST', `/api/admin/users/:id/${path}`, options)
    await queries.invalidateQueries({ queryKey: ['admin', 'users'] })
    return result
  }
}
