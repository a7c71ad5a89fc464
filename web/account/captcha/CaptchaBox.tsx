// Renders the captcha widget of the configured provider.
import { useEffect, useRef, useState } from 'react'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import { type CaptchaScript, type CaptchaService, hostOf, loadScript } from './script.ts'

interface CaptchaBoxProps {
  provider: CaptchaService
  siteKey: string
  /** Null once the token has expired. */
  onToken(token: string | null): void
}

export function CaptchaBox({ provider, siteKey, onToken }: CaptchaBoxProps) {
  const t = useWords('account')
  const place = useRef<HTMLDivElement>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const box = place.current
    let remove: (() => void) | null = () => {}
    const lose = (error: unknown) => {
      console.error(error)
      setLost(true)
      onToken(null)
    }
    const show = (script: CaptchaScript) => {
      if (!box || !remove) return
      const id = script.render(box, {
        sitekey: siteKey,
        theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
        callback: (token: string) => {
          setLost(false)
          onToken(token)
        },
        'expired-callback': () => onToken(null),
        'error-callback': lose,
      })
      remove = () => script.remove(id)
    }
    loadScript(provider).then(show).catch(lose)
    return () => {
      remove?.()
      remove = null
    }
  }, [provider, siteKey, onToken])
  return (
    <>
      {isLost && (
        <Note kind="warn" alert>
          {t('captcha.lost', { host: hostOf(provider) })}
        </Note>
      )}
      <div ref={place} />
    </>
  )
}
