export declare function relative(from: string, to: string): string;
