/** Whether a request only reads. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
