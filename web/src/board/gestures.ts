// Pointers on the board: pan, pinch, wheel, tap, double tap, long press, hover.

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  tap(x: number, y: number, touch: boolean): void;
  doubleTap(x: number, y: number): void;
  longPress(x: number, y: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  begin(): void;
  end(): void;
}

const SLOP = 7;
const LONG = 450;
const TWICE = 320;

/** Listens on an element; returns what stops it. */
export function listen(element: HTMLElement, gestures: Gestures): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let moved = false;
  let pressed = false;
  let start = { x: 0, y: 0 };
  let press: ReturnType<typeof setTimeout> | undefined;
  let last = { at: -Infinity, x: 0, y: 0 };
  let wheelEnd: ReturnType<typeof setTimeout> | undefined;

  const local = (event: MouseEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** Whether an event is for something that lies on the board and answers for itself. */
  const isApart = (event: Event) => (event.target as Element).closest('[data-apart]') !== null;

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || isApart(event)) return;
    const at = local(event);
    down.set(event.pointerId, at);
    if (down.size === 1) {
      [moved, pressed, start] = [false, false, at];
      const touch = event.pointerType !== 'mouse';
      clearTimeout(press);
      if (touch) {
        press = setTimeout(() => {
          if (down.size === 1 && !moved) {
            pressed = true;
            gestures.longPress(at.x, at.y);
          }
        }, LONG);
      }
    } else {
      clearTimeout(press);
      if (!moved) gestures.begin();
      moved = true;
    }
  };

  const onMove = (event: PointerEvent) => {
    const at = local(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse' && !isApart(event)) gestures.hover(at.x, at.y);
      return;
    }
    if (!moved) {
      if (Math.hypot(at.x - start.x, at.y - start.y) < SLOP) return;
      moved = true;
      clearTimeout(press);
      element.setPointerCapture(event.pointerId);
      gestures.begin();
    }
    if (down.size === 1) gestures.pan(at.x - before.x, at.y - before.y);
    if (down.size === 2) {
      const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1] ?? at;
      const span = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      const now = Math.hypot(at.x - other.x, at.y - other.y);
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      gestures.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      gestures.zoom(now / span, middle.x, middle.y);
    }
    down.set(event.pointerId, at);
  };

  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(press);
    if (moved) {
      if (down.size === 0) gestures.end();
      return;
    }
    if (event.type === 'pointercancel' || pressed) return;
    const at = local(event);
    const touch = event.pointerType !== 'mouse';
    const twice = event.timeStamp - last.at < TWICE && Math.hypot(at.x - last.x, at.y - last.y) < 24;
    last = { at: twice ? -Infinity : event.timeStamp, ...at };
    if (twice) gestures.doubleTap(at.x, at.y);
    else gestures.tap(at.x, at.y, touch);
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const at = local(event);
    gestures.begin();
    const lines = event.deltaMode === 1 ? 24 : 1;
    if (event.ctrlKey || Math.abs(event.deltaX) < Math.abs(event.deltaY) * 2) {
      gestures.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), at.x, at.y);
    } else {
      gestures.pan(-event.deltaX, -event.deltaY);
    }
    clearTimeout(wheelEnd);
    wheelEnd = setTimeout(() => gestures.end(), 160);
  };

  const onLeave = () => gestures.leave();
  const onContext = (event: Event) => event.preventDefault();

  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('pointerleave', onLeave);
  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('contextmenu', onContext);
  return () => {
    clearTimeout(press);
    clearTimeout(wheelEnd);
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('pointerleave', onLeave);
    element.removeEventListener('wheel', onWheel);
    element.removeEventListener('contextmenu', onContext);
  };
}
