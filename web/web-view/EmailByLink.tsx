// The page behind a link in a WhatsApp message: the email, a request to sign in, or a notice that the link is gone.
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { addViewApi, type WebView as Mail } from '../../core/api/web-view.ts'
import { ApiError } from '../ApiError.ts'
import { call } from '../api.ts'
import { hasStoredSession } from '../auth/stored-session.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { Motif } from '../ui/layout/Motif.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import { EmailView } from './EmailView.tsx'

type Found = { mail: Mail } | { error: unknown }

export function EmailByLink() {
  const t = useWords('whole')
  const ui = useWords('ui')
  const { token = '' } = useParams()
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<(Found & { asked: string }) | null>(null)
  const asked = `${token} ${tries}`
  useEffect(() => {
    openLink(token).then(
      mail => setAnswer({ asked, mail }),
      (error: unknown) => setAnswer({ asked, error }),
    )
  }, [asked, token])
  const found = answer?.asked === asked ? answer : null
  return (
    <>
      <title>{ui('title', { page: t('title') })}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className="deep">
        <div className="mx-auto flex min-h-14 w-full max-w-220 items-center px-4">
          <Link to="/" className="text-inherit no-underline">
            <Wordmark />
          </Link>
        </div>
      </header>
      <main id="main" className="mx-auto grid w-full max-w-220 flex-1 grid-cols-1 content-start gap-4 px-0 py-0 sm:px-4 sm:py-6">
        {found === null ? (
          <Overlay />
        ) : 'mail' in found ? (
          <Shown mail={found.mail} />
        ) : (
          <Refused error={found.error} onRetry={() => setTries(tries + 1)} />
        )}
      </main>
    </>
  )
}

/** Who is signed in says so: the mail may be for them alone. */
async function openLink(token: string): Promise<Mail> {
  return call(addViewApi, 'POST', '/api/views', { body: { token } }, hasStoredSession() ? await bearer() : null)
}

async function bearer(): Promise<string | null> {
  const { openAuthClient } = await import('../auth/client.ts')
  const { client } = await openAuthClient()
  return (await client.auth.getSession()).data.session?.access_token ?? null
}

function Shown({ mail }: { mail: Mail }) {
  const t = useWords('whole')
  const language = useLanguage()
  return (
    <>
      <EmailView mail={mail} />
      {mail.expiresAt && (
        <p className="px-4 pb-6 text-sm text-ink-2 sm:px-0">
          {t(mail.isForOwner ? 'until.owner' : 'until', {
            day: new Date(mail.expiresAt).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }),
          })}
        </p>
      )}
    </>
  )
}

function Refused({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useWords('whole')
  const explain = useExplain()
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' }
  if (status === 404)
    return (
      <Said title={t('gone.title')} text={t('gone.text')}>
        <LinkButton to="/forwarded-emails">{t('toMine')}</LinkButton>
      </Said>
    )
  if (status === 401)
    return (
      <Said title={t(code === 'other_person' ? 'other.title' : 'signIn.title')} text={explain(error)}>
        <LinkButton to={`/login?next=${encodeURIComponent(location.pathname)}`}>{t('signIn')}</LinkButton>
      </Said>
    )
  return (
    <Said title={t('error.title')} text={explain(error)}>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Said>
  )
}

const Said = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="grid justify-items-center gap-4 px-4 py-[10vh] text-center">
    <Motif lit={false} className="w-72 text-ink-2" />
    <h1>{title}</h1>
    <p className="max-w-[56ch] text-ink-2">{text}</p>
    {children}
  </div>
)
