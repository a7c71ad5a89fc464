// Signing in with address and password or with a phone, then with a code where the person has a second factor.
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useAuth } from '../session.tsx'
import { Note } from '../ui/Note.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { useWords } from '../words.tsx'
import { AlreadyIn } from './AlreadyIn.tsx'
import { nextPath } from './next.ts'
import { OtherWays } from './OtherWays.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { SignInByPhone } from './phones/SignInByPhone.tsx'
import { SecondStep } from './SecondStep.tsx'
import { useCameIn } from './useCameIn.ts'
import { WhyHere } from './WhyHere.tsx'

export function Login() {
  const t = useWords('account')
  const { isAuthenticated, isSecondStepDue } = useAuth()
  const cameIn = useCameIn()
  const [search] = useSearchParams()
  const [isByPhone, setByPhone] = useState(false)
  if (isAuthenticated && isSecondStepDue) return <SecondStep />
  if (isAuthenticated && (cameIn || search.has('next'))) return <Navigate to={nextPath(search.get('next'))} replace />
  if (isAuthenticated) return <AlreadyIn title={t('signIn.title')} to="/dashboard" word={t('already.go')} />
  if (isByPhone) return <SignInByPhone onLeave={() => setByPhone(false)} />
  return (
    <>
      <PageHeader title={t('signIn.title')}>
        <Rich text={t('signIn.new')} tags={{ link: text => <Link to="/signup">{text}</Link> }} />
      </PageHeader>
      <WhyHere />
      {isOnTheWay(search) && <Note kind="info">{t('signIn.next')}</Note>}
      <PasswordSignIn aside={<Link to="/forgot-password">{t('forgot.link')}</Link>} />
      <OtherWays next={nextPath(search.get('next'))} onPhone={() => setByPhone(true)} />
      <p className="text-sm text-ink-2">{t('signIn.hint')}</p>
    </>
  )
}

/** Who opened a page of theirs from outside is told that it comes after this one. */
const isOnTheWay = (search: URLSearchParams): boolean => !search.has('reason') && nextPath(search.get('next')) !== nextPath(null)
