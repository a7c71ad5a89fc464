// Confirms an action that needs only a reason.

import type { AdminUser } from '../../../../core/api/admin/users.ts'
import * as api from '../../../../core/api/admin/users.ts'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useUserAction } from './useUserAction.ts'

export type PlainActionName = 'confirmEmail' | 'resume' | 'resetFactors' | 'signOut' | 'export'

const gentle: PlainActionName[] = ['confirmEmail', 'resume', 'export']

/** A null name closes it. */
export function PlainAction({ user, name, onClose }: { user: AdminUser; name: PlainActionName | null; onClose(): void }) {
  const t = useWords('adminusers')
  const act = useUserAction(user.id)
  const send: Record<PlainActionName, (reason: string) => Promise<unknown>> = {
    confirmEmail: reason => act(api.confirmUserEmailApi, 'confirmations', { reason }),
    resume: reason => act(api.resumeUserApi, 'resumptions', { reason }),
    resetFactors: reason => act(api.resetUserFactorsApi, 'factor-resets', { reason }),
    signOut: reason => act(api.endUserSessionsApi, 'sign-outs', { sessionId: null, reason }),
    export: reason => act(api.startUserExportApi, 'exports', { reason }),
  }
  return (
    <ConfirmAction
      open={name !== null}
      onClose={onClose}
      title={name ? t(`act.${name}.title`) : ''}
      action={name ? t(`act.${name}`) : ''}
      danger={name !== null && !gentle.includes(name)}
      onConfirm={async reason => name && send[name](reason)}
    >
      <p>{name && t(`act.${name}.text`)}</p>
    </ConfirmAction>
  )
}
