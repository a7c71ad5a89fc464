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
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        <Pencil size={16} aria-hidden /> {t('rename')}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('rename.title', { name: phone.name })} initialFocus={field}>
        <NameForm phone={phone} field={field} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function NameForm({ phone, field, onClose }: { phone: Destination; field: RefObject<HTMLInputElement | null>; onClose(): void }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const [name, setName] = useState(phone.name)
  const [isMissing, setMissing] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!name.trim())
    if (!name.trim()) return
    change.mutate(
      { phone, change: { name } },
      {
        onSuccess: ({ name: savedName }) => {
          toast.success(t('renamed', { name: savedName }))
          onClose()
        },
      },
    )
  }
  const error = isMissing ? t('name.missing') : change.error ? explain(change.error) : undefined
  return (
    <form className="grid gap-5" noValidate onSubmit={save}>
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
