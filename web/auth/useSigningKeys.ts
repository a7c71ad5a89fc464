// Holds every access token against the server's signing keys.
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../ApiError.ts'
import { checkToken } from './signing-keys.ts'

/** `onForged` is called for a token that the keys do not bear out; where they cannot be read, nothing is judged. */
export function useSigningKeys(token: string | null, onForged: () => void): void {
  const tellForged = useEffectEvent(onForged)
  useEffect(() => {
    // Browsers have no WebCrypto on a page that came over plain HTTP from another machine.
    if (!token || !globalThis.isSecureContext) return
    let gone = false
    checkToken(token).catch((error: unknown) => {
      if (gone) return
      console.error(error)
      if (!(error instanceof ApiError)) tellForged()
    })
    return () => {
      gone = true
    }
  }, [token])
}
