// The example filter of the features page and the sample emails it is shown with.
import type { Condition } from '../../../core/filters/tree.ts'

export const exampleCondition: Condition = {
  all: [
    {
      any: [
        { field: 'subject', operator: 'contains', values: ['invoice', 'receipt'] },
        { field: 'attachment_name', operator: 'contains', values: ['invoice'] },
      ],
    },
    { none: [{ field: 'newsletter', operator: 'is' }] },
  ],
}

/** In the order of their texts: `mail1` to `mail4`. */
export const exampleEmails = [
  { n: 1, file: null, isNewsletter: false, isForwarded: true },
  { n: 2, file: 'invoice-5512.pdf', isNewsletter: false, isForwarded: true },
  { n: 3, file: null, isNewsletter: true, isForwarded: false },
  { n: 4, file: null, isNewsletter: false, isForwarded: false },
] as const
