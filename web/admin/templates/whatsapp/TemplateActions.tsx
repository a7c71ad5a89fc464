// What staff can do with a WhatsApp template: submit it, turn it off, send it first, copy it, delete a draft.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  changeTemplateApi,
  deleteTemplateApi,
  submitTemplateApi,
  switchTemplateApi,
  type TemplateDetail,
} from '../../../../core/api/templates.ts'
import { useCall } from '../../../session/session.tsx'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Confirm } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'

export function TemplateActions({ template }: { template: TemplateDetail }) {
  const t = useWords('admintemplates')
  const call = useCall()
  const [asked, setAsked] = useState<'switch' | 'delete' | 'submit' | null>(null)
  const { id, state, purpose, isSwitchedOff } = template
  const { submit, move, remove, refresh } = useTemplateMutations(id, () => setAsked(null))
  return (
    <div className="flex flex-wrap gap-3">
      {(state === 'draft' || state === 'rejected') && (
        <Button busy={submit.isPending} onClick={() => submit.mutate()}>
          {t('submit')}
        </Button>
      )}
      <Button look="quiet" onClick={() => setAsked('switch')}>
        {isSwitchedOff ? t('switchOn') : t('switchOff')}
      </Button>
      {template.position > 1 && (
        <Button look="quiet" busy={move.isPending} onClick={() => move.mutate(1)}>
          {t('first')}
        </Button>
      )}
      {purpose !== 'sign_in_code' && (state === 'paused' || state === 'disabled') && (
        <LinkButton look="quiet" to={`/admin/templates/new?from=${id}&for=replacement`}>
          {t('replace')}
        </LinkButton>
      )}
      {purpose !== 'sign_in_code' && (
        <LinkButton look="quiet" to={`/admin/templates/new?from=${id}`}>
          {t('copy')}
        </LinkButton>
      )}
      {state === 'paused' && (
        <Button look="quiet" onClick={() => setAsked('submit')}>
          {t('submit')}
        </Button>
      )}
      {state === 'draft' && (
        <Button look="quiet" onClick={() => setAsked('delete')}>
          {t('delete')}
        </Button>
      )}
      <ConfirmAction
        open={asked === 'switch'}
        onClose={() => setAsked(null)}
        title={isSwitchedOff ? t('switchOn.title') : t('switchOff.title')}
        action={isSwitchedOff ? t('switchOn') : t('switchOff')}
        danger={!isSwitchedOff}
        onConfirm={async reason => {
          await call(switchTemplateApi, 'PUT', '/api/admin/templates/:id/use', { params: { id }, body: { isOn: isSwitchedOff, reason } })
          await refresh()
        }}
      >
        <p>{switchText(t, template)}</p>
      </ConfirmAction>
      <Confirm
        open={asked === 'submit'}
        onClose={() => setAsked(null)}
        title={t('submitPaused.title')}
        action={t('submit')}
        onConfirm={() => submit.mutate()}
        busy={submit.isPending}
        danger
      >
        {t('submitPaused.text')}
      </Confirm>
      <Confirm
        open={asked === 'delete'}
        onClose={() => setAsked(null)}
        title={t('delete.title')}
        action={t('delete')}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        danger
      >
        {t('delete.text')}
      </Confirm>
    </div>
  )
}

function useTemplateMutations(id: string, onDone: () => void) {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const goTo = useNavigate()
  const params = { id }
  const refresh = () => queries.invalidateQueries({ queryKey: ['admin', 'templates'] })
  const submit = useMutation({
    mutationFn: () => call(submitTemplateApi, 'POST', '/api/admin/templates/:id/submissions', { params, timeoutMs: 30_000 }),
    onSuccess: async () => {
      onDone()
      await refresh()
      toast.success(t('submitted'))
    },
    onError: error => {
      onDone()
      toast.error(explain(error), { durationMs: 8000 })
    },
  })
  const move = useMutation({
    mutationFn: (position: number) => call(changeTemplateApi, 'PATCH', '/api/admin/templates/:id', { params, body: { position } }),
    onSuccess: refresh,
    onError: error => toast.error(explain(error)),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteTemplateApi, 'DELETE', '/api/admin/templates/:id', { params }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['admin', 'templates', id] })
      await goTo('/admin/templates')
      await refresh()
    },
    onError: error => {
      onDone()
      toast.error(explain(error))
    },
  })
  return { submit, move, remove, refresh }
}

/** Says what happens to emails. */
function switchText(
  t: ReturnType<typeof useWords<'admintemplates'>>,
  { isSwitchedOff, usedInstead, purpose, waiting }: TemplateDetail,
): string {
  if (isSwitchedOff) return t('switchOn.text', { n: waiting })
  if (usedInstead) return t('switchOff.instead', { name: usedInstead.name, language: usedInstead.language })
  return purpose === 'sign_in_code' ? t('switchOff.codes') : t('switchOff.wait')
}
