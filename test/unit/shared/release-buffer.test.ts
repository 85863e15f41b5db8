import { markAsUntransferable } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { releaseBuffer } from '../../../src/shared/release-buffer.ts';

describe('releasing a buffer', () => {
  it('leaves a chunk with memory of its own empty', () => {
    const chunk = Buffer.alloc(100_000);
    releaseBuffer(chunk);
    expect(chunk.byteLength).toBe(0);
  });

  it('leaves a chunk alone that shares its memory with others', () => {
    const whole = Buffer.from('x'.repeat(100));
    releaseBuffer(whole.subarray(0, 50));
    expect(whole.byteLength).toBe(100);
  });

  it('leaves memory alone that cannot be transferred, as that of native libraries', () => {
    const chunk = Buffer.alloc(100_000, 'x');
    markAsUntransferable(chunk.buffer);
    releaseBuffer(chunk);
    expect(chunk.toString('latin1', 0, 3)).toBe('xxx');
  });
});
