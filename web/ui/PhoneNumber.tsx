// A telephone number, read from the left whatever stands around it.
export const PhoneNumber = ({ of: number }: { of: string }) => <bdi dir="ltr">{number}</bdi>
