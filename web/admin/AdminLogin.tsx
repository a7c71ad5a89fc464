// The administrators' sign-in: the same account and the same second step as everywhere, and the console behind it.
import { Link, Navigate, useSearchParams } from 'react-router'
import { AlreadyIn } from '../account/AlreadyIn.tsx'
import { nextPath } from '../account/next.ts'
import { PasswordSignIn } from '../account/PasswordSignIn.tsx'
import { SecondStep } from '../account/SecondStep.tsx'
import { useCameIn } from '../account/useCameIn.ts'
import { useAuth } from '../session.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { useWords } from '../words.tsx'

export function AdminLogin() {
  const t = useWords('admin')
  const { isAuthenticated, isSecondStepDue } = useAuth()
  const cameIn = useCameIn()
  const [search] = useSearchParams()
  if (isAuthenticated && isSecondStepDue) return <SecondStep />
  if (isAuthenticated && (cameIn || search.has('next'))) return <Navigate to={nextPath(search.get('next'), '/admin')} replace />
  if (isAuthenticated) return <AlreadyIn title={t('login.title')} to="/admin" word={t('login.open')} />
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
