// API calls for recovery codes, and the texts to copy and download.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { countRecoveryCodesApi, makeRecoveryCodesApi, useRecoveryCodeApi } from '../../../core/api/recovery-codes.ts'
import { call } from '../../api.ts'
import { openAuthClient, readBearer } from '../../auth/client.ts'
import { useCall } from '../../session/session.tsx'

const url = '/auth/v1/recovery-codes'
const key = ['recovery-codes']

export function useRecoveryCodeCount() {
  const ask = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => ask(countRecoveryCodesApi, 'GET', url, { signal }) })
}

export function useMakeRecoveryCodes() {
  const ask = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(makeRecoveryCodesApi, 'POST', url, { body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Signs in with a code in place of a second factor. Throws ApiError; 422 for a wrong or used code. */
export async function signInWithRecoveryCode(code: string): Promise<void> {
  const session = await call(useRecoveryCodeApi, 'POST', `${url}/verify`, { body: { code } }, await readBearer())
  const { client } = await openAuthClient()
  const { error } = await client.auth.setSession(session)
  if (error) throw error
}

/** The codes as a file that says what they are. */
export const toFile = (heading: string, codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`${heading}\n\n${codes.join('\n')}\n`)}`
