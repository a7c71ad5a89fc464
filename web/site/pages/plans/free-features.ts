// Lists what everybody gets where nothing is sold, as keys of the catalog `plans`.
export const freeFeatures = ['mail', 'phones', 'filters', 'answers', 'files', 'digests', 'history', 'safety'] as const
