// Verifies every new access token against the server's signing keys.
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../ApiError.ts'
import { checkToken } from './signing-keys.ts'

/** `onForged` is called for a token that fails verification; if the keys cannot be loaded, nothing is verified. */
export function useSigningKeys(token: string | null, onForged: () => void): void {
  const reportForged = useEffectEvent(onForged)
  useEffect(() => {
    // Browsers offer no WebCrypto on pages served over plain HTTP from another machine.
    if (!token || !globalThis.isSecureContext) return
    let isCancelled = false
    checkToken(token).catch((error: unknown) => {
      if (isCancelled) return
      console.error(error)
      if (!(error instanceof ApiError)) reportForged()
    })
    return () => {
      isCancelled = true
    }
  }, [token])
}
