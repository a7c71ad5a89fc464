// A demonstration of signing in with a provider: what happens, and what came back.
import { Link, useLocation } from 'react-router'
import { z } from 'zod/mini'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session.tsx'
import { Facts } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useWords } from '../../words.tsx'
import { Came } from './going.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

const State = z.object({ came: Came })
const steps = ['demo.step1', 'demo.step2', 'demo.step3', 'demo.step4'] as const

export function OAuthDemo() {
  const t = useWords('oauth')
  const { user } = useAuth()
  const config = useConfig()
  const came = State.safeParse(useLocation().state).data?.came
  return (
    <>
      <PageHeader title={t('demo.title')}>{t('demo.lead')}</PageHeader>
      {came && <WhatCame came={came} />}
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

function WhatCame({ came }: { came: Came }) {
  const t = useWords('oauth')
  const address = came.email && `${came.email} (${t(came.isChecked ? 'demo.checked' : 'demo.unchecked')})`
  const facts = [
    { name: t('demo.provider'), value: came.label },
    { name: t('demo.subject'), value: <code className="break-all">{came.subject}</code> },
    ...(came.name ? [{ name: t('demo.name'), value: came.name }] : []),
    ...(address ? [{ name: t('demo.address'), value: address }] : []),
    { name: t('demo.token'), value: t(came.hasToken ? 'demo.tokenCame' : 'demo.tokenNone') },
  ]
  return (
    <section className="card grid gap-3" role="status">
      <h2>{t('demo.came')}</h2>
      <p>{t(came.deed === 'link' ? 'demo.added' : 'demo.entered', { name: came.label })}</p>
      <Facts facts={facts} />
      <p>
        <Link to="/profile">{t('demo.toProfile')}</Link>
      </p>
    </section>
  )
}
