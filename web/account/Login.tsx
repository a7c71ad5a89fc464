// The sign-in page: email and password, a provider or a phone code, then the second factor if there is one.
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useAuth } from '../session/session.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { AlreadySignedIn } from './AlreadySignedIn.tsx'
import { nextPath } from './next-path.ts'
import { OtherSignInMethods } from './OtherSignInMethods.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { SignInByPhone } from './phones/SignInByPhone.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SignInNotice } from './SignInNotice.tsx'
import { useJustSignedIn } from './useJustSignedIn.ts'

export function Login() {
  const t = useWords('account')
  const { isAuthenticated, isSecondStepDue } = useAuth()
  const hasJustSignedIn = useJustSignedIn()
  const [search] = useSearchParams()
  const [isByPhone, setByPhone] = useState(false)
  if (isAuthenticated && isSecondStepDue) return <SecondStep />
  if (isAuthenticated && (hasJustSignedIn || search.has('next'))) return <Navigate to={nextPath(search.get('next'))} replace />
  if (isAuthenticated) return <AlreadySignedIn title={t('signIn.title')} to="/dashboard" buttonLabel={t('already.go')} />
  if (isByPhone) return <SignInByPhone onLeave={() => setByPhone(false)} />
  return (
    <>
      <PageHeader title={t('signIn.title')}>
        <Rich text={t('signIn.new')} tags={{ link: text => <Link to="/signup">{text}</Link> }} />
      </PageHeader>
      <SignInNotice />
      {hasDestination(search) && <Note kind="info">{t('signIn.next')}</Note>}
      <PasswordSignIn aside={<Link to="/forgot-password">{t('forgot.link')}</Link>} />
      <OtherSignInMethods next={nextPath(search.get('next'))} onPhone={() => setByPhone(true)} />
      <p className="text-sm text-ink-2">{t('signIn.hint')}</p>
    </>
  )
}

/** True if a page other than the default opens after sign-in. */
const hasDestination = (search: URLSearchParams): boolean => !search.has('reason') && nextPath(search.get('next')) !== nextPath(null)
