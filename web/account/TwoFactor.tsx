// The two-factor page: the second sign-in step while one is due, otherwise managing second factors.
import { Suspense, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useAuth } from '../session/session.tsx'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { lazyPart } from '../words/lazy-part.tsx'
import { useWords } from '../words/words.tsx'
import { AddFactor } from './AddFactor.tsx'
import { FactorList } from './FactorList.tsx'
import { nextPath } from './next-path.ts'
import { SecondStep } from './SecondStep.tsx'

const recovery = lazyPart(['recovery'], async () => (await import('./recovery/RecoveryCodes.tsx')).RecoveryCodes)

export function TwoFactor() {
  const t = useWords('account')
  const { loading, isAuthenticated, isSecondStepDue, user, hasSignedOut } = useAuth()
  const [search] = useSearchParams()
  const [isAdded, setAdded] = useState(false)
  if (loading) return <Overlay />
  if (!isAuthenticated) return <Navigate to={hasSignedOut ? '/login' : '/login?next=/two-factor'} replace />
  if (isSecondStepDue) return <SecondStep />
  // The person was on the way to another page and has just entered the code.
  if (search.has('next')) return <Navigate to={nextPath(search.get('next'))} replace />
  const factors = (user?.factors ?? []).filter(factor => factor.status === 'verified')
  return (
    <>
      <PageHeader key="factors" title={t('factor.title')} above={<Link to="/profile">{t('factor.back')}</Link>}>
        {t(factors.length > 0 ? 'factor.on' : 'factor.off')}
      </PageHeader>
      <FactorList factors={factors} />
      {factors.length > 0 && (
        <Suspense>
          <recovery.View factorCount={factors.length} isNew={isAdded} />
        </Suspense>
      )}
      <AddFactor factors={factors} onAdded={() => setAdded(true)} />
    </>
  )
}
