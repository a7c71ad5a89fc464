// Asks before unsaved changes are lost, also when the window is closed.
import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '../ui/overlays/Dialog.tsx'
import { useWords } from '../words/words.tsx'

interface AskProps {
  isDirty: boolean
  /** What is lost. */
  text: string
  /** Set once the changes are saved or deleted, so that nothing can be lost. */
  isLetGo?: RefObject<boolean>
}

export function AskBeforeLeaving({ isDirty, text, isLetGo }: AskProps) {
  const t = useWords('ui')
  const leaving = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && !isLetGo?.current && currentLocation.pathname !== nextLocation.pathname
  })
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLetGo?.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty, isLetGo])
  return (
    <Confirm
      open={leaving.state === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={t('leave.title')}
      action={t('leave.deed')}
      stay={t('leave.stay')}
      onConfirm={() => leaving.proceed?.()}
    >
      <p>{text}</p>
    </Confirm>
  )
}
