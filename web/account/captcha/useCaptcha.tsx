// The captcha of a form: the box to solve, and what it brought for one request.
import { type ReactNode, useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import type { SolvedCaptcha } from '../../session.tsx'
import { CaptchaBox } from './CaptchaBox.tsx'

interface Captcha {
  /** Stands in the form; nothing where none is set up. */
  box: ReactNode
  /** It is still to be solved. */
  isDue: boolean
  /** What the client passes on with one request; the box asks anew after it, as what was solved works once. */
  take(): SolvedCaptcha
}

export function useCaptcha(): Captcha {
  const captcha = useConfig()?.captcha ?? null
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  return {
    box: captcha && <CaptchaBox key={round} {...captcha} onToken={setToken} />,
    isDue: captcha !== null && token === null,
    take() {
      if (token === null) return {}
      setToken(null)
      setRound(round + 1)
      return { captchaToken: token }
    },
  }
}
