// Sets a new password after a reset link has signed the person in.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '../session/session.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { RecentAccess } from './RecentAccess.tsx'
import { SecondStep } from './SecondStep.tsx'
import { hasLinkError } from './SignInNotice.tsx'

export function ResetPassword() {
  const t = useWords('account')
  const { loading, isAuthenticated, isSecondStepDue } = useAuth()
  const [isBadLink] = useState(hasLinkError)
  const [isChanged, setChanged] = useState(false)
  const navigate = useNavigate()
  if (loading) return <Overlay />
  if (isBadLink || !isAuthenticated)
    return (
      <>
        <PageHeader key="none" title={t('reset.none')}>
          {t('reset.noneText')}
        </PageHeader>
        <Rich
          text={t('reset.again')}
          tags={{
            link: text => (
              <LinkButton to="/forgot-password" block>
                {text}
              </LinkButton>
            ),
          }}
        />
      </>
    )
  // With a second factor set up, the service refuses to change the password on the first alone.
  if (isSecondStepDue) return <SecondStep />
  const finish = () => void navigate('/dashboard', { replace: true })
  if (isChanged) return <RecentAccess onDone={finish} />
  const change = () => {
    toast.success(t('password.changed'))
    setChanged(true)
  }
  return (
    <>
      <PageHeader key="form" title={t('reset.title')}>
        {t('reset.text')}
      </PageHeader>
      <ChangePassword onDone={change} />
    </>
  )
}
