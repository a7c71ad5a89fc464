// Setting a new password by the link of a mail, which has signed the person in.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '../session.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { Overlay } from '../ui/Overlay.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { SecondStep } from './SecondStep.tsx'
import { hasLinkError } from './WhyHere.tsx'

export function ResetPassword() {
  const t = useWords('account')
  const { loading, isAuthenticated, isSecondStepDue } = useAuth()
  const [isBadLink] = useState(hasLinkError)
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
  // The service changes no password on the first factor alone, where there is a second.
  if (isSecondStepDue) return <SecondStep />
  const leave = async () => {
    toast.success(t('password.changed'))
    await navigate('/dashboard', { replace: true })
  }
  return (
    <>
      <PageHeader key="form" title={t('reset.title')}>
        {t('reset.text')}
      </PageHeader>
      <ChangePassword onDone={() => void leave()} />
    </>
  )
}
