// Adds a captcha to a form: the box to render, and its token for one request.
import { type ReactNode, useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import type { SolvedCaptcha } from '../../session/session.tsx'
import { CaptchaBox } from './CaptchaBox.tsx'

interface Captcha {
  /** The element to render in the form; null if no captcha is configured. */
  box: ReactNode
  /** True until the captcha is solved. */
  isDue: boolean
  /** The token for one request; the box resets afterwards, since a token works only once. */
  takeToken(): SolvedCaptcha
}

export function useCaptcha(): Captcha {
  const captcha = useConfig()?.captcha ?? null
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  return {
    box: captcha && <CaptchaBox key={round} {...captcha} onToken={setToken} />,
    isDue: captcha !== null && token === null,
    takeToken() {
      if (token === null) return {}
      setToken(null)
      setRound(round + 1)
      return { captchaToken: token }
    },
  }
}
