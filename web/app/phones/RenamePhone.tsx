// Renames a phone.
import { Pencil } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { Destination } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangePhone } from '../queries/phone-links.ts'

export function RenamePhone({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const [asking, setAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <Pencil size={16} aria-hidden /> {t('rename')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('rename.title', { name: phone.name })} first={field}>
        <NameForm phone={phone} field={field} onClose={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function NameForm({ phone, field, onClose }: { phone: Destination; field: RefObject<HTMLInputElement | null>; onClose(): void }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const [name, setName] = useState(phone.name)
  const [missing, setMissing] = useState(false)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!name.trim())
    if (!name.trim()) return
    change.mutate(
      { phone, change: { name } },
      {
        onSuccess: ({ name: kept }) => {
          toast.success(t('renamed', { name: kept }))
          onClose()
        },
      },
    )
  }
  const error = missing ? t('name.missing') : change.error ? explain(change.error) : undefined
  return (
    <form className="grid gap-5" noValidate onSubmit={keep}>
      <Field label={t('name')} help={t('name.help')} error={error}>
        <TextInput ref={field} maxLength={60} value={name} onChange={event => setName(event.target.value)} />
      </Field>
      <DialogButtons>
        <Button type="submit" busy={change.isPending}>
          {t('rename.deed')}
        </Button>
      </DialogButtons>
    </form>
  )
}
