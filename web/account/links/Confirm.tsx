// The page that an email's link leads to: a button opens the link, since mail scanners press none.
import type { Session } from '@supabase/supabase-js'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { type AuthRefusal, useAuth } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { nextPath } from '../next-path.ts'
import { contactLabel } from '../phones/person-label.ts'
import { hasAskedFor } from './asked-email.ts'
import { adoptSession, type EmailLink, openEmailLink, readEmailLink } from './open-link.ts'

export function Confirm() {
  const t = useWords('account')
  const [link] = useState(() => readEmailLink(location.hash))
  if (link) return <OpenLink link={link} />
  return (
    <>
      <PageHeader title={t('reset.none')}>{t('reset.noneText')}</PageHeader>
      <LinkButton to="/login" block>
        {t('link.signIn')}
      </LinkButton>
    </>
  )
}

function OpenLink({ link }: { link: EmailLink }) {
  const t = useWords('account')
  const navigate = useNavigate()
  const { user } = useAuth()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal | null>(null)
  const [foreign, setForeign] = useState<Session | null>(null)
  const [isHalf, setHalf] = useState(false)
  const enter = async (session: Session) => {
    const failed = await adoptSession(session)
    if (failed) return setRefusal(failed)
    await navigate(afterLink(link), { replace: true })
  }
  const open = async () => {
    setBusy(true)
    const opened = await openEmailLink(link)
    if (opened.kind === 'refused') setRefusal(opened.refusal)
    else if (opened.kind === 'half') setHalf(true)
    else if (isOwn(opened.session, user?.id)) await enter(opened.session)
    else setForeign(opened.session)
    setBusy(false)
  }
  if (isHalf)
    return (
      <PageHeader key="half" title={t('link.half')}>
        {t('link.halfText')}
      </PageHeader>
    )
  if (foreign)
    return (
      <AskWhose session={foreign} isBusy={isBusy} onEnter={() => void enter(foreign)}>
        {refusal && <Failed refusal={refusal} />}
      </AskWhose>
    )
  return (
    <>
      <PageHeader key="open" title={t(`link.${link.type}`)}>
        {t('link.text')}
      </PageHeader>
      {refusal && <Failed refusal={refusal} />}
      <Button block busy={isBusy} onClick={() => void open()}>
        {t(`link.${link.type}.deed`)}
      </Button>
    </>
  )
}

/** This browser asked for the email, or is signed in to the same account. */
const isOwn = ({ user }: Session, userId: string | undefined): boolean => (userId ? user.id === userId : hasAskedFor(user.email ?? ''))

const afterLink = ({ next, type }: EmailLink): string => {
  const path = nextPath(next)
  if (path !== '/' && path !== '/oauth-callback') return path
  return type === 'recovery' ? '/reset-password' : '/dashboard'
}

interface AskWhoseProps {
  session: Session
  isBusy: boolean
  onEnter(): void
  children: ReactNode
}

/** A stranger may have sent their own link: whoever connects a mailbox there gives it to them. */
function AskWhose({ session, isBusy, onEnter, children }: AskWhoseProps) {
  const t = useWords('account')
  const contact = contactLabel(session.user) ?? ''
  return (
    <>
      <PageHeader key="whose" title={t('link.whose', { contact })}>
        {t('link.whoseText')}
      </PageHeader>
      {children}
      <Button block busy={isBusy} onClick={onEnter}>
        {t('link.enter', { contact })}
      </Button>
      <LinkButton to="/login" look="quiet" block>
        {t('link.leave')}
      </LinkButton>
    </>
  )
}

function Failed({ refusal: { status } }: { refusal: AuthRefusal }) {
  const t = useWords('account')
  return (
    <Note kind="danger" alert>
      {t(!status || status >= 500 ? 'unreachable' : status === 429 ? 'tooMany' : 'link.refused')}
    </Note>
  )
}
