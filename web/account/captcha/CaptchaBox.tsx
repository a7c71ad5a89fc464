// Renders the captcha widget of the configured provider.
import { useEffect, useRef, useState } from 'react'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import { type CaptchaScript, type CaptchaService, loadScript, scriptHost } from './script.ts'

interface CaptchaBoxProps {
  provider: CaptchaService
  siteKey: string
  /** Null once the token has expired. */
  onToken(token: string | null): void
}

export function CaptchaBox({ provider, siteKey, onToken }: CaptchaBoxProps) {
  const t = useWords('account')
  const container = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const element = container.current
    let remove: (() => void) | null = () => {}
    const fail = (error: unknown) => {
      console.error(error)
      setFailed(true)
      onToken(null)
    }
    const render = (script: CaptchaScript) => {
      if (!element || !remove) return
      const id = script.render(element, {
        sitekey: siteKey,
        theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
        callback: (token: string) => {
          setFailed(false)
          onToken(token)
        },
        'expired-callback': () => onToken(null),
        'error-callback': fail,
      })
      remove = () => script.remove(id)
    }
    loadScript(provider).then(render).catch(fail)
    return () => {
      remove?.()
      remove = null
    }
  }, [provider, siteKey, onToken])
  return (
    <>
      {hasFailed && (
        <Note kind="warn" alert>
          {t('captcha.lost', { host: scriptHost(provider) })}
        </Note>
      )}
      <div ref={container} />
    </>
  )
}
