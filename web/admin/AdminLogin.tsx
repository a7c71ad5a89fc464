// The administrators' sign-in page: the usual sign-in and second factor, leading to the console.
import { Link, Navigate, useSearchParams } from 'react-router'
import { AlreadySignedIn } from '../account/AlreadySignedIn.tsx'
import { nextPath } from '../account/next-path.ts'
import { PasswordSignIn } from '../account/PasswordSignIn.tsx'
import { SecondStep } from '../account/SecondStep.tsx'
import { useJustSignedIn } from '../account/useJustSignedIn.ts'
import { useAuth } from '../session/session.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'

export function AdminLogin() {
  const t = useWords('admin')
  const { isAuthenticated, isSecondStepDue } = useAuth()
  const hasJustSignedIn = useJustSignedIn()
  const [search] = useSearchParams()
  if (isAuthenticated && isSecondStepDue) return <SecondStep />
  if (isAuthenticated && (hasJustSignedIn || search.has('next'))) return <Navigate to={nextPath(search.get('next'), '/admin')} replace />
  if (isAuthenticated) return <AlreadySignedIn title={t('login.title')} to="/admin" buttonLabel={t('login.open')} />
  return (
    <>
      <PageHeader title={t('login.title')}>
        <Rich text={t('login.lead')} tags={{ link: text => <Link to="/login">{text}</Link> }} />
      </PageHeader>
      <PasswordSignIn />
      <p className="text-sm text-ink-2">{t('login.hint')}</p>
    </>
  )
}
