export declare function basename(path: string | URL, suffix?: string): string;
