// The page behind a link in a WhatsApp message: the email, a request to sign in, or a notice that the link has expired.
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { addViewApi, type WebView } from '../../core/api/web-view.ts'
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

type LinkResult = { email: WebView } | { error: unknown }

export function EmailByLink() {
  const t = useWords('whole')
  const ui = useWords('ui')
  const { token = '' } = useParams()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<(LinkResult & { requestKey: string }) | null>(null)
  const requestKey = `${token} ${attempt}`
  useEffect(() => {
    openLink(token).then(
      email => setLoaded({ requestKey, email }),
      (error: unknown) => setLoaded({ requestKey, error }),
    )
  }, [requestKey, token])
  const result = loaded?.requestKey === requestKey ? loaded : null
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
        {result === null ? (
          <Overlay />
        ) : 'email' in result ? (
          <OpenedEmail email={result.email} />
        ) : (
          <LinkError error={result.error} onRetry={() => setAttempt(attempt + 1)} />
        )}
      </main>
    </>
  )
}

/** Sends the token of a signed-in user, since the email may be for them alone. */
async function openLink(token: string): Promise<WebView> {
  return call(addViewApi, 'POST', '/api/views', { body: { token } }, hasStoredSession() ? await bearer() : null)
}

async function bearer(): Promise<string | null> {
  const { openAuthClient } = await import('../auth/client.ts')
  const { client } = await openAuthClient()
  return (await client.auth.getSession()).data.session?.access_token ?? null
}

function OpenedEmail({ email }: { email: WebView }) {
  const t = useWords('whole')
  const language = useLanguage()
  return (
    <>
      <EmailView email={email} />
      {email.expiresAt && (
        <p className="px-4 pb-6 text-sm text-ink-2 sm:px-0">
          {t(email.isForOwner ? 'until.owner' : 'until', {
            day: new Date(email.expiresAt).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }),
          })}
        </p>
      )}
    </>
  )
}

function LinkError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useWords('whole')
  const explain = useExplain()
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' }
  if (status === 404)
    return (
      <MessagePage title={t('gone.title')} text={t('gone.text')}>
        <LinkButton to="/forwarded-emails">{t('toMine')}</LinkButton>
      </MessagePage>
    )
  if (status === 401)
    return (
      <MessagePage title={t(code === 'other_person' ? 'other.title' : 'signIn.title')} text={explain(error)}>
        <LinkButton to={`/login?next=${encodeURIComponent(location.pathname)}`}>{t('signIn')}</LinkButton>
      </MessagePage>
    )
  return (
    <MessagePage title={t('error.title')} text={explain(error)}>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </MessagePage>
  )
}

const MessagePage = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="grid justify-items-center gap-4 px-4 py-[10vh] text-center">
    <Motif lit={false} className="w-72 text-ink-2" />
    <h1>{title}</h1>
    <p className="max-w-[56ch] text-ink-2">{text}</p>
    {children}
  </div>
)
