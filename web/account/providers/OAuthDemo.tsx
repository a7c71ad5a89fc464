// A demo of signing in with a provider: the steps, and the data it returned.
import { Link, useLocation } from 'react-router'
import { z } from 'zod/mini'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session/session.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Facts } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { OAuthResult } from './oauth-redirect.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

const State = z.object({ result: OAuthResult })
const steps = ['demo.step1', 'demo.step2', 'demo.step3', 'demo.step4'] as const

export function OAuthDemo() {
  const t = useWords('oauth')
  const { user } = useAuth()
  const config = useConfig()
  const result = State.safeParse(useLocation().state).data?.result
  return (
    <>
      <PageHeader title={t('demo.title')}>{t('demo.lead')}</PageHeader>
      {result && <ResultList result={result} />}
      <section className="grid gap-3">
        <h2>{t('demo.choose')}</h2>
        {user && <p className="text-ink-2">{t('demo.signedIn', { email: user.email ?? '' })}</p>}
        {config?.providers.length === 0 && <Note kind="info">{t('demo.none')}</Note>}
        <ProviderButtons kind={user ? 'link' : 'sign_in'} next="/oauth-demo" />
      </section>
      <section className="grid gap-3">
        <h2>{t('demo.how')}</h2>
        <ol className="grid list-decimal gap-2 ps-5 text-ink-2">
          {steps.map(step => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      </section>
    </>
  )
}

function ResultList({ result }: { result: OAuthResult }) {
  const t = useWords('oauth')
  const address = result.email && `${result.email} (${t(result.isEmailVerified ? 'demo.checked' : 'demo.unchecked')})`
  const facts = [
    { name: t('demo.provider'), value: result.label },
    { name: t('demo.subject'), value: <code className="break-all">{result.subject}</code> },
    ...(result.name ? [{ name: t('demo.name'), value: result.name }] : []),
    ...(address ? [{ name: t('demo.address'), value: address }] : []),
    { name: t('demo.token'), value: t(result.hasToken ? 'demo.tokenCame' : 'demo.tokenNone') },
  ]
  return (
    <section className="card grid gap-3" role="status">
      <h2>{t('demo.came')}</h2>
      <p>{t(result.purpose === 'link' ? 'demo.added' : 'demo.entered', { name: result.label })}</p>
      <Facts facts={facts} />
      <p>
        <Link to="/profile">{t('demo.toProfile')}</Link>
      </p>
    </section>
  )
}
